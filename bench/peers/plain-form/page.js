// Runs in the browser: a form of plain entries, all rendered from the beginning. It does the least that such a form can do, and sums every number of the
// page on each input; or, once `priceForm` was called, it is the same form: an input is entered into the estimate by the product's own engine, which
// returns the workflow's total.

/** One element for each entry of the compared form: `[kind, label, value, options]`. */
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

const sumEntries = () => {
  let sum = 0;
  for (const { value } of form.elements) sum += Number(value) || 0;
  return sum;
};
let answer = sumEntries;
form.addEventListener("input", (event) => {
  total.textContent = money.format(answer(event));
});

window.sumForm = () => {
  answer = sumEntries;
};

/** Opens one workflow copy of a stored estimate; an input is a field's quantity, by its label, of a row or of the form. */
window.priceForm = async ({ estimate, workflowId, label, rowId }) => {
  const engine = await import("/engine.js");
  const book = engine.indexPriceBook(await (await fetch("/price-book.json")).json());
  const copy = { workflowId, workflowEstimateId: 1 };
  const { discountPercent, marginPercent, promotion } = estimate.workflowSummaries[String(workflowId)];
  let lastId = -1_000_000;
  const nextId = () => (lastId -= 2);
  const opened = engine.fromItems({ ...copy, items: estimate.items });
  let values = engine.openForm({ workflowId, values: opened, book, nextId, wasSaved: true });
  const field = engine.FIELDS.find((each) => each.workflowId === workflowId && each.label === label);
  const row = rowId === null ? undefined : values[field.key.split(".")[0]].find(({ id }) => id === rowId);
  const [line] = (row?.children ?? values)[field.property];
  const path = [...(row ? [{ property: "window", id: rowId }] : []), { property: field.property, id: line.id }];

  answer = ({ target }) => {
    const before = values;
    const entered = engine.setQuantity({ values, path, quantity: Number(target.value) || 0 });
    values = engine.applyEdit({ workflowId, values: entered, book, nextId, before, key: field.key });
    const share = {
      ...engine.sumLines(engine.priceWorkflow({ workflowId, book }, values)),
      discountPercent,
      marginPercent,
    };
    return engine.estimateTotals([share], { promotion, feePercent: 0 }).workflows[0].totalWithMargin;
  };
};
