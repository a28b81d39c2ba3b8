// Shows a call while the floor's page is closed; a touch on it opens the page.

self.addEventListener("push", (event) => {
  const { title, body, alert } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag: alert, requireInteraction: true, icon: "/static/icon.svg" }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(opened());
});

async function opened() {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.length ? pages[0].focus() : self.clients.openWindow("/");
}
