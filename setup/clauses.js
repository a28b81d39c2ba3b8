// A clause is shown once something of it is typed: every word must stand in its row. The address keeps the words.
const words = document.getElementById("clause-words");
const count = document.getElementById("clause-count");
const rows = [...document.querySelectorAll("#clauses tbody tr")];
const texts = rows.map((row) => [...row.cells].map((cell) => cell.textContent).join(" ").toLowerCase());

function search() {
  const asked = words.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  rows.forEach((row, number) => {
    row.hidden = !asked.length || !asked.every((word) => texts[number].includes(word));
    found += row.hidden ? 0 : 1;
  });
  document.getElementById("clauses").hidden = !found;
  count.textContent = asked.length ? `${found} of ${rows.length} clauses` : `${rows.length} clauses; type what you look for`;
  history.replaceState(null, "", asked.length ? `#${encodeURIComponent(words.value)}` : location.pathname);
}

words.hidden = false;
try {
  words.value = decodeURIComponent(location.hash.slice(1));
} catch {
  words.value = "";
}
words.addEventListener("input", search);
search();
