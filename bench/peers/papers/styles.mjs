/*
 * The parts of the papers' design that both peers use: US Letter, margins and sizes in points. They leave out what costs only the product time: drawings
 * of windows, tabular figures, rules that keep parts together, splitting of parts higher than a page.
 */

export const PAGE = { width: 612, height: 792, side: 54, top: 43, bottom: 58 };
export const SIZES = { title: 27, heading: 14, text: 10, figure: 9, caption: 8 };
export const LEADING = 1.5;

/** @param {any} model */
export const sectionTitle = ({ number, heading }) => [number, heading].filter(Boolean).join("  ");

/** Pictures as the peers take them. */
export const dataUrl = (/** @type {Uint8Array} */ bytes) =>
  `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;

/**
 * The contents of a contract, as plain data that can be sent to a page.
 *
 * @param {any} input of the product's `renderPdf`
 */
export const contentOf = ({ model, files, signatures, fingerprint }) => ({
  model,
  pictures: Object.fromEntries([...files].map(([id, { bytes }]) => [id, dataUrl(bytes)])),
  signatures: Object.fromEntries(signatures.map((/** @type {any} */ { key, picture }) => [key, dataUrl(picture)])),
  fingerprint,
});

const runsText = (/** @type {any[]} */ runs) => runs.map(({ text }) => text);

/** @param {any} block @returns {string[]} */
function textsOfBlock(block) {
  switch (block.kind) {
    case "text":
      return block.blocks.flatMap((/** @type {any} */ rich) => {
        if (rich.type === "list") return rich.items.flatMap(runsText);
        if (rich.type === "tasks") return rich.items.flatMap((/** @type {any} */ { runs }) => runsText(runs));
        return runsText(rich.runs);
      });
    case "table":
      return [
        ...block.columns.map((/** @type {any} */ { label }) => label),
        ...[...block.rows, ...block.totals].flatMap((/** @type {any} */ { cells }) => cells),
        block.note,
      ];
    case "windows":
      return block.rows.flatMap((/** @type {any} */ row) => [
        row.room,
        row.style,
        row.madeWith,
        row.size,
        row.quantity,
      ]);
    case "options":
      return [
        ...block.rows.flatMap((/** @type {any} */ { name, detail, middle, amount }) => [name, detail, middle, amount]),
        block.note,
      ];
    case "pictures":
      return block.pictures.map((/** @type {any} */ { caption }) => caption);
    default:
      return block.labels;
  }
}

/** Every text that a contract must show, in its order. @param {any} model @returns {string[]} */
export const textsOf = (model) =>
  [
    model.title,
    ...model.parties.flatMap((/** @type {any} */ { strong, lines }) => [...strong, ...lines]),
    ...model.keyFigures.flatMap((/** @type {any} */ { large, lines }) => [large, ...lines]),
    ...model.sections.flatMap((/** @type {any} */ section) => [
      section.heading,
      section.note,
      ...(section.aside?.lines ?? []),
      ...section.blocks.flatMap(textsOfBlock),
    ]),
    model.closing.rightToCancel?.notice ?? "",
    ...runsText(model.closing.summary),
    ...model.closing.signatures.flatMap((/** @type {any} */ { name, role }) => [name, role]),
    ...(model.closing.rightToCancel?.form.paragraphs ?? []),
  ].filter((text) => text !== "");
