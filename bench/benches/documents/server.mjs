import { setTimeout as delay } from "node:timers/promises";
import { startDatabase } from "../../product/database.mjs";
import { createCompany, fillCompanies } from "../../product/sample-companies.mjs";
import { signIn, startProductServer } from "../../product/server.mjs";

const DOCUMENTS = 20;
const CONTRACT_TYPE = 1;
const MADE = 1;
const MADE_WITHIN_MS = 120_000;
const ASK_EVERY_MS = 100;
const REST_MS = 2_000;
const WATCH = new URL("../../product/watch-event-loop.mjs", import.meta.url).href;

/** The longest that another request to the server waits at the 99th percentile. */
const MAX_P99_MS = 20;

/**
 * A server that gets twenty unsigned contracts at once and makes their PDFs: how late its event loop is, from the first request
 * until the last PDF is stored.
 *
 * @param {{ resources: any, bundled: any, contract: { input: any, pages: number } }} options
 * @returns {Promise<import("../../measuring/figures.mjs").Figure[]>}
 */
export async function measureServer({ resources, bundled, contract }) {
  const database = await startDatabase({ resources });
  const company = await createCompany({ superuser: database.superuser, name: "Gable Roofing" });
  await fillCompanies({ superuser: database.superuser, companies: [company], leadsEach: 1 });
  const server = await startProductServer({ resources, database, imports: [WATCH] });
  const { headers } = await signIn({ server, ...company.user });
  const call = async (/** @type {string} */ path, /** @type {RequestInit} */ request) => {
    const reply = await fetch(`${server.url}${path}`, {
      ...request,
      headers: { ...headers, ...request.headers, "idempotency-key": crypto.randomUUID() },
    });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  };
  const { data: leads } = await call("/api/leads?limit=1", {});
  const estimate = await call("/api/estimates/", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ leadId: leads[0].id, name: "House" }),
  });
  // Uploaded files belong to a company and are left out; drawings of windows and the typefaces remain.
  const model = withoutPictures(contract.input.model);
  const make = () =>
    call("/api/documents/", { method: "POST", body: formOf({ bundled, estimateId: estimate.id, model }) });

  // The threads start with the first one.
  await make();
  await waitUntilMade(database, 1);
  await delay(REST_MS);
  await server.eventLoop();
  await delay(REST_MS);
  const idle = await server.eventLoop();
  const beganAt = performance.now();
  await Promise.all(Array.from({ length: DOCUMENTS }, make));
  await waitUntilMade(database, DOCUMENTS + 1);
  const seconds = (performance.now() - beganAt) / 1_000;
  const busy = await server.eventLoop();
  await server.stop();
  return [
    {
      what: `event-loop delay of the server while it makes ${DOCUMENTS} PDFs, 99 of 100`,
      measured: busy.p99,
      unit: "ms",
      goal: { atMost: MAX_P99_MS },
      floor: { atMost: MAX_P99_MS * 10 },
      note: `longest ${busy.max.toFixed(0)} ms; idle ${idle.p99.toFixed(1)} ms, longest ${idle.max.toFixed(0)} ms`,
    },
    {
      what: `${DOCUMENTS} PDFs by the server's job, each`,
      measured: (seconds * 1_000) / DOCUMENTS,
      unit: "ms",
      note: `${contract.pages} pages, two threads, from request to stored PDF`,
    },
  ];
}

/** @param {any} model */
const withoutPictures = (model) => ({
  ...model,
  company: { ...model.company, logoFileId: null },
  sections: model.sections.filter((/** @type {any} */ { blocks }) =>
    blocks.every((/** @type {any} */ { kind }) => kind !== "pictures"),
  ),
  attachmentFileIds: [],
});

/** @param {{ bundled: any, estimateId: number, model: any }} options */
function formOf({ bundled, estimateId, model }) {
  const form = new FormData();
  const data = bundled.papers.documentDataOf({ model, choices: {}, basis: {} });
  const values = {
    estimateId: String(estimateId),
    name: "Contract",
    type: String(CONTRACT_TYPE),
    createdTime: new Date().toISOString(),
    "data.typeVersion": data.typeVersion,
    "data.number": data.number,
    "data.model": data.model,
  };
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  return form;
}

/** @param {any} database @param {number} count */
async function waitUntilMade(database, count) {
  const giveUpAt = performance.now() + MADE_WITHIN_MS;
  for (;;) {
    const { rows } = await database.superuser.query("select pdf_status, pdf_failure from document");
    if (rows.length === count && rows.every((/** @type {any} */ { pdf_status }) => pdf_status === MADE)) return;
    if (performance.now() > giveUpAt) throw new Error(`PDFs were not made: ${JSON.stringify(rows.slice(0, 3))}`);
    await delay(ASK_EVERY_MS);
  }
}
