// Runs in the browser: the least that a form of so many entries can do. All are plain, there from the beginning, and with
// each input every number of the page is summed.

/** One element for each entry of the form it is compared with: `[kind, label, value, options]`. */
window.drawForm = (entries) => {
  const rows = document.createDocumentFragment();
  for (const [kind, label, value, options] of entries) {
    const row = document.createElement("label");
    row.className = "row";
    const entry = document.createElement(kind === "select" || kind === "textarea" ? kind : "input");
    if (kind === "checkbox" || kind === "radio") {
      entry.type = kind;
      entry.checked = value !== "";
    } else if (kind === "select") {
      for (const text of options) entry.append(new Option(text, text, false, text === value));
    } else entry.value = value;
    row.append(label, entry);
    rows.append(row);
  }
  document.querySelector("form").replaceChildren(rows);
};

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const form = document.querySelector("form");
const total = document.querySelector("output");
form.addEventListener("input", () => {
  let sum = 0;
  for (const { value } of form.elements) sum += Number(value) || 0;
  total.textContent = money.format(sum);
});
