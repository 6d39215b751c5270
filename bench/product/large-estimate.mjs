import { readFileSync } from "node:fs";
import { join } from "node:path";
import { importOfServer } from "./built-product.mjs";

const HOUSES_FOLDER = join(import.meta.dirname, "../../packages/estimating/houses");

const WINDOWS = 40;
/** How often the rows of each list are repeated: a large house, not a large list. */
const ROW_REPEATS = 3;
/** Their squares must add up to the roof's. */
const COUNTED_LISTS = ["installPitch"];
/** Far above the lines of one house. */
const IDS_OF_A_HOUSE = 10_000;

/** The houses of the estimate: all seven workflows, and a second copy of those that have a second house. */
const HOUSES = [
  { file: "roofing-tudor", copy: 1 },
  { file: "roofing-colonial", copy: 2 },
  { file: "siding-colonial", copy: 1 },
  { file: "siding-ranch", copy: 2 },
  { file: "windows-victorian", copy: 1, windowsOf: "windows-ranch" },
  { file: "gutters-colonial", copy: 1 },
  { file: "gutters-cape", copy: 2 },
  { file: "repairs-valley", copy: 1 },
  { file: "repairs-cape", copy: 2 },
  { file: "insulation-cape", copy: 1 },
  { file: "trim-porch", copy: 1 },
  { file: "trim-cape", copy: 2 },
];

/** @param {string} file */
function readHouse(file) {
  const json = JSON.parse(readFileSync(join(HOUSES_FOLDER, `${file}.json`), "utf8"));
  const { workflow, values, discount = 0, margin = 0 } = json.workflows?.[0] ?? json;
  return { workflow, values, discount, margin };
}

const repeated = (/** @type {unknown[]} */ rows, /** @type {number} */ count) =>
  Array.from({ length: count }, (_, index) => rows[index % rows.length]);

/** @param {Record<string, unknown>} values */
function fillLists(values) {
  return Object.fromEntries(
    Object.entries(values).map(([property, value]) => {
      const isListOfRows = Array.isArray(value) && typeof value[0] === "object" && !COUNTED_LISTS.includes(property);
      return [property, isListOfRows ? repeated(value, value.length * ROW_REPEATS) : value];
    }),
  );
}

/** @param {(typeof HOUSES)[number]} house */
function fillHouse({ file, copy, windowsOf }) {
  const { values, ...house } = readHouse(file);
  const filled = fillLists(values);
  if (windowsOf !== undefined)
    filled.window = repeated([...values.window, ...readHouse(windowsOf).values.window], WINDOWS);
  return { ...house, copy, values: filled };
}

/**
 * An estimate of all seven workflows with the values of the sample houses, 40 windows and about 2,000 lines, priced by the
 * engine of the built server from the starter price book, which every new company has.
 *
 * @param {{ leadId: number, name: string }} estimate
 * @returns {Promise<{ body: any, itemCount: number }>} the body of `POST /api/estimates/`, with all steps complete
 */
export async function writeLargeEstimate({ leadId, name }) {
  const { priceFile } = await importOfServer("packages/estimating/src/price-file/price-file.js");
  const { indexPriceBook } = await importOfServer("packages/estimating/src/price-book/index-price-book.js");
  const { starterPriceBook } = await importOfServer("packages/estimating/src/starter-price-book/index.js");
  const { SECTIONS } = await importOfServer("packages/estimating/src/catalogue/catalogue.js");
  const book = indexPriceBook(starterPriceBook);

  const parts = HOUSES.map((house, index) => {
    const filled = fillHouse(house);
    const { priced, problems } = priceFile({ workflows: [filled] }, book);
    if (!priced) throw new Error(`${house.file}: ${problems.map(({ text }) => text).join(" ")}`);
    const [{ workflowId, workflowEstimateId, items }] = priced.workflows;
    const sections = SECTIONS.filter((section) => section.workflowId === workflowId && section.order > 0);
    const shifted = (/** @type {number | null} */ id) => (id === null ? null : id - index * IDS_OF_A_HOUSE);
    return {
      workflowId,
      workflowEstimateId,
      fieldIds: [...new Set(items.map(topFieldId))],
      items: items.map((item) => ({ ...item, id: shifted(item.id), parentItemId: shifted(item.parentItemId) })),
      discountPercent: filled.discount / 100,
      marginPercent: filled.margin / 100,
      lastCompleteSectionId: sections.at(-1)?.id ?? null,
      optionalSectionIds: sections.filter(({ optional }) => optional).map(({ id }) => id),
    };
  });
  const firsts = parts.filter(({ workflowEstimateId }) => workflowEstimateId === 1);
  const duplicates = parts.filter(({ workflowEstimateId }) => workflowEstimateId > 1);
  const body = {
    leadId,
    name,
    workflowIds: firsts.map(({ workflowId }) => workflowId),
    duplicateWorkflows: duplicates.map(({ workflowId, workflowEstimateId }) => ({
      workflowId,
      workflowEstimateId,
      name: "Second house",
    })),
    parts,
  };
  return { body, itemCount: parts.reduce((sum, { items }) => sum + items.length, 0) };
}

/** The catalogue defines it too; an item's outermost line is enough here. */
function topFieldId(/** @type {any} */ item, /** @type {number} */ _index, /** @type {any[]} */ items) {
  let top = item;
  while (top.parentItemId !== null) top = items.find(({ id }) => id === top.parentItemId);
  return top.fieldId;
}

/**
 * Saves an estimate as a device does.
 *
 * @param {{ server: import("./server.mjs").ProductServer, headers: Record<string, string>, body: unknown }} options
 * @returns {Promise<any>} the stored estimate
 */
export async function saveEstimate({ server, headers, body }) {
  const reply = await fetch(`${server.url}/api/estimates/`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`The estimate is refused: ${reply.status} ${(await reply.text()).slice(0, 2_000)}`);
  return reply.json();
}
