import { Document, Font, Image, Page, pdf, StyleSheet, Text, View } from "@react-pdf/renderer";
import { createElement as h, Fragment } from "react";
import { LEADING, PAGE, sectionTitle, SIZES } from "./styles.mjs";

/* A contract made with react-pdf, in Node and in a browser. */

/** A distance from the bottom makes react-pdf 4.9 write broken numbers on long papers. */
const FOOTER_TOP = PAGE.height - 38;

const styles = StyleSheet.create({
  page: {
    paddingTop: PAGE.top,
    paddingBottom: PAGE.bottom,
    paddingHorizontal: PAGE.side,
    fontFamily: "Serif",
    fontSize: SIZES.text,
    lineHeight: LEADING,
    color: "#0f181d",
  },
  title: { fontSize: SIZES.title, fontWeight: 600, lineHeight: 1.2, marginVertical: 8 },
  heading: { fontSize: SIZES.heading, fontWeight: 600, marginTop: 14, marginBottom: 4 },
  strong: { fontWeight: 600 },
  note: { fontFamily: "Sans", fontSize: SIZES.caption, color: "#46545d" },
  columns: { flexDirection: "row", gap: 24, marginVertical: 6 },
  column: { flex: 1 },
  row: { flexDirection: "row", borderBottomWidth: 0.5, borderColor: "#cccccc", paddingVertical: 3 },
  cell: { flex: 1, fontFamily: "Sans", fontSize: SIZES.figure, paddingHorizontal: 4 },
  right: { textAlign: "right" },
  tasks: { flexDirection: "row", flexWrap: "wrap" },
  task: { flexDirection: "row", gap: 6, paddingRight: 12 },
  box: { width: 8, height: 8, borderWidth: 1, marginTop: 3, padding: 1.5 },
  check: { width: 3, height: 3, backgroundColor: "#0f181d" },
  notice: { borderWidth: 1, padding: 8, fontWeight: 600 },
  picture: { width: 150 },
  signature: { height: 40, objectFit: "contain" },
  line: { borderTopWidth: 1 },
  footer: { position: "absolute", top: FOOTER_TOP, right: PAGE.side, fontSize: SIZES.caption, fontFamily: "Sans" },
});

/** @param {Record<string, string>} sources paths in Node, addresses in a browser, by the papers' names */
export function registerFonts(sources) {
  Font.register({
    family: "Sans",
    fonts: [
      { src: sources.sans, fontWeight: 400 },
      { src: sources.sansBold, fontWeight: 600 },
    ],
  });
  Font.register({
    family: "Serif",
    fonts: [
      { src: sources.serif, fontWeight: 400 },
      { src: sources.serifItalic, fontWeight: 400, fontStyle: "italic" },
      { src: sources.serifBold, fontWeight: 600 },
    ],
  });
  // Words are not hyphenated, as in the other two.
  Font.registerHyphenationCallback((/** @type {string} */ word) => [word]);
}

const text = (/** @type {string} */ value, /** @type {any} */ style = {}) => h(Text, { style }, value);
// Nothing around the items: react-pdf paginates flat pages faster than nested ones.
const all = (/** @type {any[]} */ items, /** @type {(item: any, index: number) => any} */ draw) =>
  items.map((item, index) => h(Fragment, { key: index }, draw(item, index)));

const runs = (/** @type {any[]} */ items, /** @type {any} */ style = {}) =>
  h(
    Text,
    { style },
    items.map(({ text: value, bold, italic, underline }, index) =>
      h(
        Text,
        {
          key: index,
          style: {
            ...(bold && { fontWeight: 600 }),
            ...(italic && { fontStyle: "italic" }),
            ...(underline && { textDecoration: "underline" }),
          },
        },
        value,
      ),
    ),
  );

/** @param {any} rich @param {number} columns */
function richNode(rich, columns) {
  switch (rich.type) {
    case "list":
      return all(rich.items, (item, index) => runs([{ text: rich.ordered ? `${index + 1}. ` : "• " }, ...item]));
    case "tasks":
      return h(
        View,
        { style: styles.tasks },
        rich.items.map((/** @type {any} */ { checked, runs: items }, /** @type {number} */ index) =>
          h(
            View,
            { key: index, wrap: false, style: [styles.task, { width: columns === 2 ? "50%" : "100%" }] },
            h(View, { style: styles.box }, checked && h(View, { style: styles.check })),
            runs(items, { flex: 1 }),
          ),
        ),
      );
    case "heading":
      return runs(rich.runs, styles.strong);
    default:
      return runs(rich.runs);
  }
}

/** @param {any[]} cells @param {any} columns */
const tableRow = (cells, columns) =>
  h(
    View,
    { style: styles.row, wrap: false },
    cells.map((value, index) =>
      h(
        Text,
        {
          key: index,
          style: [
            styles.cell,
            ...(columns[index].align === "right" ? [styles.right] : []),
            { flex: columns[index].grow || 1 },
          ],
        },
        value,
      ),
    ),
  );

const WIDE = [
  { align: "left", grow: 1 },
  { align: "left", grow: 3 },
  { align: "left", grow: 8 },
  { align: "left", grow: 4 },
  { align: "right", grow: 3 },
];

/** @param {any} block @param {any} content */
function blockNode(block, { pictures }) {
  switch (block.kind) {
    case "text":
      return all(block.blocks, (rich) => richNode(rich, block.taskColumns));
    case "table":
      return h(
        Fragment,
        {},
        tableRow(
          block.columns.map((/** @type {any} */ { label }) => label),
          block.columns,
        ),
        all([...block.rows, ...block.totals], ({ cells }) => tableRow(cells, block.columns)),
        text(block.note, styles.note),
      );
    case "windows":
      return all(block.rows, ({ number, room, style, madeWith, size, quantity }) =>
        tableRow([String(number), room, `${style}\n${madeWith}`, size, quantity], WIDE),
      );
    case "options":
      return h(
        Fragment,
        {},
        all(block.rows, ({ chosen, name, detail, middle, amount }) =>
          tableRow([chosen ? "•" : "", name, detail, middle, amount], WIDE),
        ),
        text(block.note, styles.note),
      );
    case "pictures":
      return h(
        View,
        { style: [styles.columns, { flexWrap: "wrap" }] },
        all(block.pictures, ({ fileId, caption }) =>
          h(
            View,
            { wrap: false },
            h(Image, { src: pictures[fileId], style: styles.picture }),
            text(caption, styles.note),
          ),
        ),
      );
    default:
      return all(block.labels, (label) => text(label));
  }
}

const column = (/** @type {any} */ { caption, strong = [], large = "", lines }, /** @type {number} */ key) =>
  h(
    View,
    { key, style: styles.column },
    text(caption, styles.note),
    all([large, ...strong].filter(Boolean), (value) => text(value, styles.strong)),
    all(lines, (value) => text(value)),
  );

/** @param {any} content */
function contract(content) {
  const { model, pictures, signatures, fingerprint } = content;
  const { rightToCancel, summary, signatures: slots } = model.closing;
  const form =
    rightToCancel &&
    h(
      View,
      { break: true },
      text(rightToCancel.form.title, styles.heading),
      all(rightToCancel.form.paragraphs, (value) => text(value, { marginVertical: 4 })),
    );
  return h(
    Document,
    { title: `${model.title} ${model.number}`, author: model.company.name },
    h(
      Page,
      { size: "LETTER", style: styles.page },
      h(
        View,
        { style: styles.columns },
        h(Image, { src: pictures[model.company.logoFileId], style: { height: 40, width: 64 } }),
        h(
          View,
          {},
          text(model.company.name, styles.strong),
          all(model.company.lines, (value) => text(value)),
        ),
      ),
      h(View, { style: { height: 3, width: 60, backgroundColor: model.company.color } }),
      text(model.title, styles.title),
      text(`${model.number} · ${model.dateText}`, styles.note),
      h(View, { style: styles.columns }, model.parties.map(column)),
      h(View, { style: styles.columns }, model.keyFigures.map(column)),
      all(model.sections, (section) =>
        h(
          Fragment,
          {},
          h(Text, { style: styles.heading }, sectionTitle(section)),
          text(section.note, styles.note),
          all(section.aside?.lines ?? [], (value) => text(value, styles.right)),
          all(section.blocks, (block) => blockNode(block, content)),
        ),
      ),
      h(
        View,
        { wrap: false },
        rightToCancel && text(rightToCancel.notice, styles.notice),
        runs(summary),
        h(
          View,
          { style: styles.columns },
          slots.map((/** @type {any} */ { key, name, role }) =>
            h(
              View,
              { key, style: styles.column },
              h(Image, { src: signatures[key], style: styles.signature }),
              text(name, styles.line),
              text(role, styles.note),
            ),
          ),
        ),
        text(fingerprint, styles.note),
      ),
      form,
      form,
      h(Text, {
        fixed: true,
        style: styles.footer,
        render: (/** @type {any} */ { pageNumber, totalPages }) => `Page ${pageNumber} of ${totalPages}`,
      }),
    ),
  );
}

/** @param {any} content @returns {Promise<Uint8Array>} */
export async function renderContract(content) {
  const blob = await pdf(contract(content)).toBlob();
  return new Uint8Array(await blob.arrayBuffer());
}
