import pg from "pg";
import { recordStatements } from "../../product/record-statements.mjs";

/*
 * What sending could not do without, measured alone: a batch's statements in PostgreSQL, and its rows in IndexedDB. Without checks, merges, logs or
 * rendering, and neither waits for the other.
 */

/** @typedef {{ calls: { method: string, path: string, key: string, body?: Record<string, unknown> }[] }} Batch as the app sends it */

let keyCount = 0;
const freshKey = () => `bench-${String((keyCount += 1)).padStart(26, "0")}`;

/** The same calls under keys that the server has never seen. @param {Batch} batch */
const withFreshKeys = ({ calls }) => ({ calls: calls.map((call) => ({ ...call, key: freshKey() })) });

/**
 * Sends a batch to a real server once, and gets it ready to be done again by its statements alone.
 *
 * @param {object} options
 * @param {import("../../product/database.mjs").BenchDatabase} options.database
 * @param {{ email: string, password: string }} options.user
 * @param {Batch} options.batch one that the app has sent
 * @returns {Promise<(times: number) => Promise<number>>} runs its statements so many times, on one connection; milliseconds
 */
export async function prepareBareStatements({ database, user, batch }) {
  let keys = /** @type {string[]} */ ([]);
  const body = () => {
    const sent = withFreshKeys(batch);
    keys = sent.calls.map(({ key }) => key);
    return sent;
  };
  const [recorded] = await recordStatements({ database, user, requests: [{ path: "/api/batch", body }] });
  if (!recorded) throw new Error("Nothing was recorded of a batch.");
  const { statements, body: answer } = recorded;
  const refused = answer.replies.find((/** @type {{ status: number }} */ { status }) => status >= 400);
  if (refused) throw new Error(`A batch was refused: ${JSON.stringify(refused)}`);
  const oneOfKeys = new RegExp(keys.join("|"), "g");
  return async (times) => {
    const client = new pg.Client({ connectionString: database.appUrl });
    // Prepared beforehand: a server gets its statements from the request.
    const all = Array.from({ length: times }, () =>
      statements.map(({ text, values }) => ({ text: text.replace(oneOfKeys, freshKey), values })),
    ).flat();
    await client.connect();
    const beganAt = performance.now();
    for (const { text, values } of all) await client.query(text, values);
    const ms = performance.now() - beganAt;
    await client.end();
    return ms;
  };
}

/**
 * Runs in a page: leads that wait are frozen, and stand under the server's ids afterwards, a batch at a time, in separate stores with
 * the keys and indexes of the product's.
 *
 * @param {{ lead: Record<string, unknown>, count: number, batchSize: number }} options
 * @returns {Promise<number>} milliseconds
 */
export async function writeBareRows({ lead, count, batchSize }) {
  const answerOf = (/** @type {IDBRequest} */ request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const endOf = (/** @type {IDBTransaction} */ transaction) =>
    new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(undefined);
      transaction.onabort = () => reject(transaction.error);
    });
  const name = `bare-rows-${performance.now()}`;
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("leads", { keyPath: "id" });
    for (const [store, id] of /** @type {const} */ ([
      ["local-changes", "id"],
      ["local-ids-map", "oldId"],
    ]))
      opening.result.createObjectStore(store, { keyPath: ["storeName", id] }).createIndex("storeName", "storeName");
  };
  const database = await answerOf(opening);
  const change = { storeName: "leads", state: 4, error: null, data: { revision: 0, former: {}, base: null } };
  const filling = database.transaction(["leads", "local-changes"], "readwrite");
  for (let index = 1; index <= count; index += 1) {
    filling.objectStore("leads").put({ ...lead, id: -2 * index });
    filling.objectStore("local-changes").put({ ...change, id: -2 * index });
  }
  await endOf(filling);

  const beganAt = performance.now();
  const durability = /** @type {const} */ ("strict");
  for (let sent = 0; sent < count; sent += batchSize) {
    const [last, first] = [-2 * (sent + batchSize), -2 * (sent + 1)];
    const ids = IDBKeyRange.bound(last, first);
    const keys = IDBKeyRange.bound(["leads", last], ["leads", first]);
    const freezing = database.transaction(["leads", "local-changes"], "readwrite", { durability });
    const leads = await answerOf(freezing.objectStore("leads").getAll(ids));
    for (const { id, ...body } of leads) {
      const attempt = {
        key: `bare-row-${id}`,
        kind: "create",
        method: "POST",
        path: "/api/leads/",
        body,
        former: body,
      };
      freezing.objectStore("local-changes").put({ ...change, id, data: { ...change.data, attempt } });
    }
    await endOf(freezing);
    const settling = database.transaction(["leads", "local-changes", "local-ids-map"], "readwrite", { durability });
    settling.objectStore("leads").delete(ids);
    settling.objectStore("local-changes").delete(keys);
    for (const { id, ...values } of leads) {
      settling.objectStore("leads").put({ ...values, id: -id });
      settling.objectStore("local-ids-map").put({ storeName: "leads", oldId: id, newId: -id });
    }
    await endOf(settling);
  }
  const ms = performance.now() - beganAt;
  database.close();
  indexedDB.deleteDatabase(name);
  return ms;
}
