import { HyperFormula } from "hyperformula";

/*
 * The sample estimate as a spreadsheet, computed by HyperFormula: one row for each line, with the amounts of one unit already looked up, which the
 * engine has to do each time. A parent's row adds its children's totals to its unit.
 */

const AMOUNTS = ["materialCost", "laborCost", "materialPrice", "laborPrice"];
/** Columns: quantity, four amounts of one unit, four totals, price, cost. */
const UNIT_COLUMNS = ["B", "C", "D", "E"];
const TOTAL_COLUMNS = ["F", "G", "H", "I"];

/**
 * @param {{ workflows: readonly { lines: any, discount: number, margin: number }[], book: any, terms: { promotion: number, feePercent: number } }} estimate
 */
export function createEstimateSheet({ workflows, book, terms }) {
  /** @type {Map<string, any>} */
  const byOption = new Map(
    book.entries.flatMap((/** @type {any} */ entry) =>
      entry.variants.map((/** @type {any} */ each) => [each.optionId, each]),
    ),
  );
  const gutter = book.entries[0];
  /** @type {Record<string, (string | number)[][]>} */
  const sheets = { Driver: [[1]] };
  workflows.forEach(({ lines, discount, margin }, index) => {
    /** @type {(string | number)[][]} */
    const rows = [];
    const totals = (/** @type {number} */ row) => [
      ...UNIT_COLUMNS.map((column) => `=ROUND(${column}${row}*A${row},2)`),
      `=ROUND(H${row}+I${row},2)`,
      `=ROUND(F${row}+G${row},2)`,
    ];
    const parents = [];
    for (const { base, options } of lines.rows) {
      const row = rows.length + 1;
      parents.push(row);
      rows.push([
        `=ROUND(${base}*Driver!$A$1,2)`,
        ...AMOUNTS.map(
          (name, at) => `=ROUND(${gutter[name]}+SUM(${TOTAL_COLUMNS[at]}${row + 1}:${TOTAL_COLUMNS[at]}${row + 3}),2)`,
        ),
        ...totals(row),
      ]);
      for (const option of Object.values(options)) {
        const child = rows.length + 1;
        rows.push([1, ...AMOUNTS.map((name) => byOption.get(option)[name]), ...totals(child)]);
      }
    }
    const firstOfAccessories = rows.length + 1;
    for (const { base, option } of lines.accessories) {
      const row = rows.length + 1;
      rows.push([
        `=ROUND(${base}*Driver!$A$1,2)`,
        ...AMOUNTS.map((name) => byOption.get(option)[name]),
        ...totals(row),
      ]);
    }
    const last = rows.length;
    const sheet = `Workflow${index + 1}`;
    // Only top-level lines count; a parent's row is marked, for a sum over the marked ones.
    for (const row of parents) rows[row - 1]?.push(1);
    const sumOf = (/** @type {string} */ column) =>
      `SUMIF(L1:L${firstOfAccessories - 1},1,${column}1:${column}${firstOfAccessories - 1})+SUM(${column}${firstOfAccessories}:${column}${last})`;
    const cell = (/** @type {number} */ offset) => `A${last + offset}`;
    const total = (/** @type {string} */ text) => `=ROUND(ROUND(${text},3),2)`;
    rows.push(
      [`=ROUND(${sumOf("J")},2)`],
      [`=ROUND(${sumOf("K")},2)`],
      [`=ROUND(${cell(1)}*${discount},3)`],
      [total(`${cell(1)}-${cell(3)}`)],
      [total(`${cell(4)}*${terms.feePercent}`)],
      [`=ROUND(${terms.promotion}*${cell(4)}/Sum!$A$1,2)`],
      [total(`${cell(4)}+${cell(5)}-${cell(6)}`)],
      [total(`${cell(7)}-${cell(2)}`)],
      [total(`${cell(7)}*(1+${margin})`)],
    );
    sheets[sheet] = rows;
  });
  const places = workflows.map((_, index) => {
    const name = `Workflow${index + 1}`;
    const last = (sheets[name]?.length ?? 0) - 9;
    return { name, total: `${name}!A${last + 4}`, withMargin: `${name}!A${last + 9}` };
  });
  sheets.Sum = [
    [`=${places.map(({ total }) => total).join("+")}`],
    [`=ROUND(${places.map(({ withMargin }) => withMargin).join("+")},2)`],
  ];
  const hyperFormula = HyperFormula.buildFromSheets(sheets, { licenseKey: "gpl-v3" });
  const driver = { sheet: hyperFormula.getSheetId("Driver") ?? 0, row: 0, col: 0 };
  const result = { sheet: hyperFormula.getSheetId("Sum") ?? 0, row: 1, col: 0 };
  return {
    /** @param {number} value @returns {number} the estimate's total */
    drive(value) {
      hyperFormula.setCellContents(driver, value);
      return Number(hyperFormula.getCellValue(result));
    },
    destroy: () => hyperFormula.destroy(),
  };
}
