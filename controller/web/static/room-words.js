// The words that only the floor's page for all tables has, its sections and whose they are.

const data = JSON.parse(document.getElementById("roomwords").textContent);

export const { room, sections, leads, people } = data;
export const pushKey = data.push_key;
