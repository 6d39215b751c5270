import { LEADING, PAGE, sectionTitle, SIZES } from "./styles.mjs";

/* A contract as a page of HTML that Chromium prints. */

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const safe = (/** @type {string} */ text) => text.replace(/[&<>"]/g, (sign) => ESCAPES[/** @type {"&"} */ (sign)]);

/** @param {any[]} runs */
const runsHtml = (runs) =>
  runs
    .map(({ text, bold, italic, underline }) => {
      const style = `${bold ? "font-weight:600;" : ""}${italic ? "font-style:italic;" : ""}${underline ? "text-decoration:underline;" : ""}`;
      return style === "" ? safe(text) : `<span style="${style}">${safe(text)}</span>`;
    })
    .join("");

const linesHtml = (/** @type {string[]} */ lines) => lines.map((line) => `<div>${safe(line)}</div>`).join("");

/** @param {any} rich @param {number} columns */
function richHtml(rich, columns) {
  switch (rich.type) {
    case "list": {
      const tag = rich.ordered ? "ol" : "ul";
      return `<${tag}>${rich.items.map((/** @type {any} */ runs) => `<li>${runsHtml(runs)}</li>`).join("")}</${tag}>`;
    }
    case "tasks":
      return `<div class="tasks" style="columns:${columns}">${rich.items
        .map(
          (/** @type {any} */ { checked, runs }) =>
            `<div class="task"><span class="box">${checked ? "<i></i>" : ""}</span><span>${runsHtml(runs)}</span></div>`,
        )
        .join("")}</div>`;
    case "heading":
      return `<h3>${runsHtml(rich.runs)}</h3>`;
    default:
      return `<p>${runsHtml(rich.runs)}</p>`;
  }
}

/** @param {any} block @param {any} content */
function blockHtml(block, { pictures }) {
  switch (block.kind) {
    case "text":
      return block.blocks.map((/** @type {any} */ rich) => richHtml(rich, block.taskColumns)).join("");
    case "table": {
      const cells = (/** @type {string} */ tag, /** @type {string[]} */ texts) =>
        texts.map((text, index) => `<${tag} class="${block.columns[index].align}">${safe(text)}</${tag}>`).join("");
      const row = (/** @type {any} */ { cells: texts }) => `<tr>${cells("td", texts)}</tr>`;
      const labels = block.columns.map((/** @type {any} */ { label }) => label);
      return `<table><thead><tr>${cells("th", labels)}</tr></thead><tbody>${block.rows.map(row).join("")}${block.totals.map(row).join("")}</tbody></table>${block.note === "" ? "" : `<p class="note">${safe(block.note)}</p>`}`;
    }
    case "windows":
      return `<table><tbody>${block.rows
        .map(
          (/** @type {any} */ row) =>
            `<tr><td>${row.number}</td><td>${safe(row.room)}</td><td>${safe(row.style)}<div class="note">${safe(row.madeWith)}</div></td><td>${safe(row.size)}</td><td class="right">${safe(row.quantity)}</td></tr>`,
        )
        .join("")}</tbody></table>`;
    case "options":
      return `<table><tbody>${block.rows
        .map(
          (/** @type {any} */ { chosen, name, detail, middle, amount }) =>
            `<tr><td>${chosen ? "•" : ""}</td><td>${safe(name)}</td><td>${safe(detail)}</td><td>${safe(middle)}</td><td class="right">${safe(amount)}</td></tr>`,
        )
        .join("")}</tbody></table><p class="note">${safe(block.note)}</p>`;
    case "pictures":
      return `<div class="pictures">${block.pictures
        .map(
          (/** @type {any} */ { fileId, caption }) =>
            `<figure><img src="${pictures[fileId]}"><figcaption>${safe(caption)}</figcaption></figure>`,
        )
        .join("")}</div>`;
    default:
      return linesHtml(block.labels);
  }
}

/** The body of the page. @param {any} content */
export function contractBody(content) {
  const { model, pictures, signatures, fingerprint } = content;
  const { rightToCancel, summary, signatures: slots } = model.closing;
  const form = rightToCancel
    ? `<section class="page"><h2>${safe(rightToCancel.form.title)}</h2>${rightToCancel.form.paragraphs
        .map((/** @type {string} */ text) => `<p>${safe(text)}</p>`)
        .join("")}</section>`
    : "";
  const notice = rightToCancel ? `<div class="notice">${safe(rightToCancel.notice)}</div>` : "";
  return `<header><img class="logo" src="${pictures[model.company.logoFileId]}"><div class="company">${safe(model.company.name)}${linesHtml(model.company.lines)}</div></header>
<div class="bar" style="background:${model.company.color}"></div><h1>${safe(model.title)}</h1><p class="note">${safe(`${model.number} · ${model.dateText}`)}</p>
<div class="columns">${model.parties
    .map(
      (/** @type {any} */ { caption, strong, lines }) =>
        `<div><div class="note">${safe(caption)}</div><b>${linesHtml(strong)}</b>${linesHtml(lines)}</div>`,
    )
    .join("")}</div>
<div class="columns figures">${model.keyFigures
    .map(
      (/** @type {any} */ { caption, large, lines }) =>
        `<div><div class="note">${safe(caption)}</div><b>${safe(large)}</b>${linesHtml(lines)}</div>`,
    )
    .join("")}</div>
${model.sections
  .map(
    (/** @type {any} */ section) =>
      `<section><div class="aside">${linesHtml(section.aside?.lines ?? [])}</div><h2>${safe(sectionTitle(section))}</h2><p class="note">${safe(section.note)}</p>${section.blocks
        .map((/** @type {any} */ block) => blockHtml(block, content))
        .join("")}</section>`,
  )
  .join("")}
<section class="together">${notice}<p>${runsHtml(summary)}</p><div class="columns">${slots
    .map(
      (/** @type {any} */ { key, name, role }) =>
        `<div><img class="signature" src="${signatures[key]}"><div class="line">${safe(name)}</div><div class="note">${safe(role)}</div></div>`,
    )
    .join("")}</div><p class="note">${fingerprint}</p></section>${form}${form}`;
}

/** The page around it, with the papers' typefaces, which are loaded before the measurement. @param {Record<string, string>} fontUrls */
export const contractPage = (fontUrls) => `<!doctype html><meta charset="utf-8"><style>
@font-face { font-family: Sans; src: url(${fontUrls.sans}); font-weight: 400 }
@font-face { font-family: Sans; src: url(${fontUrls.sansBold}); font-weight: 600 }
@font-face { font-family: Serif; src: url(${fontUrls.serif}); font-weight: 400 }
@font-face { font-family: Serif; src: url(${fontUrls.serifItalic}); font-weight: 400; font-style: italic }
@font-face { font-family: Serif; src: url(${fontUrls.serifBold}); font-weight: 600 }
@page { size: 8.5in 11in; margin: ${PAGE.top}pt ${PAGE.side}pt ${PAGE.bottom}pt }
body { margin: 0; font: ${SIZES.text}pt/${LEADING} Serif; color: #0f181d }
h1 { font-size: ${SIZES.title}pt; font-weight: 600; margin: 8pt 0 } h2 { font-size: ${SIZES.heading}pt; margin: 14pt 0 4pt; break-after: avoid } b, h3 { font-weight: 600 }
p { margin: 4pt 0 } .note, th, figcaption { font: ${SIZES.caption}pt/${LEADING} Sans; color: #46545d }
table { width: 100%; border-collapse: collapse; font: ${SIZES.figure}pt/${LEADING} Sans } th, td { text-align: left; padding: 3pt 4pt; border-bottom: .5pt solid #ccc; vertical-align: top } tr { break-inside: avoid } .right { text-align: right }
header, .columns, .pictures { display: flex; gap: 24pt; justify-content: space-between } .columns > div, figure { flex: 1; margin: 0 } .logo { height: 40pt } figure img { width: 150pt }
.bar { height: 3pt; width: 60pt } .tasks { column-gap: 24pt } .task { display: flex; gap: 6pt; break-inside: avoid } .box { width: 8pt; height: 8pt; border: 1pt solid; flex: none; margin-top: 3pt } .box i { display: block; margin: 1.5pt; height: 5pt; background: #0f181d }
.aside { float: right; text-align: right } .notice { border: 1pt solid; padding: 8pt; font-weight: 600 } .together { break-inside: avoid } .page { break-before: page } .signature { height: 40pt; max-width: 100% } .line { border-top: 1pt solid }
</style><body></body>`;

export const PRINT_OPTIONS = {
  preferCSSPageSize: true,
  printBackground: true,
  displayHeaderFooter: true,
  headerTemplate: "<span></span>",
  footerTemplate:
    '<div style="font-size:8px;width:100%;text-align:right;padding-right:54pt">Page <span class="pageNumber"></span> of <span class="totalPages"></span></div>',
};
