// Devices from the server's view: they send batches of new leads, each with its own key, and retry unanswered ones.
/* global AbortSignal -- of Node */
import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

const DEVICES = 4;
const CALLS_IN_A_BATCH = 10;

/** Well before an access token expires, after 15 minutes. */
const RENEWED_AFTER_MS = 10 * 60_000;

/** The result of a login or a renewal: the headers of calls, and the cookie that renews them. Undefined if refused. */
async function readSignedIn(reply) {
  if (!reply?.ok) return undefined;
  const { token } = await reply.json();
  const cookie = reply.headers.getSetCookie().map((each) => each.split(";")[0]);
  return {
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    cookie: cookie.join("; "),
  };
}

const logIn = async (url, email) =>
  readSignedIn(
    await fetch(`${url}/api/users/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password: "Ridgebook-1" }),
    }),
  );

/** Returns a function for the headers of the next call, which renews them in time, as the app does. */
export async function keepSignedIn(url, email = "sales@demo.test") {
  let signedIn = await logIn(url, email);
  if (!signedIn) throw new Error(`${email} was not signed in.`);
  let since = performance.now();
  let renewing;
  const renew = async () => {
    const { cookie } = signedIn;
    const reply = await fetch(`${url}/api/users/refresh`, { method: "POST", headers: { cookie } }).catch(
      () => undefined,
    );
    const renewed = await readSignedIn(reply);
    // A server that is down is retried with the next call.
    if (!renewed) return;
    signedIn = renewed;
    since = performance.now();
  };
  return async () => {
    if (performance.now() - since > RENEWED_AFTER_MS) {
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
      await renewing;
    }
    return signedIn.headers;
  };
}

/** Headers for calls of the next minutes; for longer use `keepSignedIn`. */
export const signIn = async (url, email) => (await keepSignedIn(url, email))();

export const makeBatch = (size = CALLS_IN_A_BATCH) =>
  Array.from({ length: size }, () => {
    const name = `Lead ${randomBytes(12).toString("hex")}`;
    return { path: "/api/leads/", method: "POST", key: randomBytes(16).toString("hex"), body: { company: name } };
  });

const nameOf = ({ body }) => body.company;

/** The acknowledged calls; undefined without an answer, or with an error. */
export async function sendBatch(url, headers, calls) {
  const reply = await fetch(`${url}/api/batch`, {
    method: "POST",
    headers,
    body: JSON.stringify({ calls }),
    signal: AbortSignal.timeout(100_000),
  }).catch(() => undefined);
  if (!reply?.ok) return undefined;
  const { replies } = await reply.json().catch(() => ({ replies: undefined }));
  return replies && calls.filter((_call, index) => replies[index]?.status === 200);
}

/**
 * Devices that send until `stop`, which waits for the answer to what each has sent. `urls()` are the servers that they reach by turns;
 * `acknowledged` are the names of all leads that one has said yes to; `tries` counts what was sent again. A device rests for `betweenMs`
 * after each batch. Devices end without an answer when the signal is aborted.
 */
export async function startDevices(urls, { betweenMs = 0, signal } = {}) {
  const headers = await keepSignedIn(urls()[0]);
  const acknowledged = new Set();
  const figures = { batches: 0, tries: 0 };
  let isOver = false;
  const sendUntilTaken = async (batch) => {
    let open = batch;
    while (open.length > 0 && !signal?.aborted) {
      const all = urls();
      const taken = await sendBatch(all[figures.batches % all.length], await headers(), open);
      figures.batches += 1;
      for (const call of taken ?? []) acknowledged.add(nameOf(call));
      open = open.filter((call) => !taken?.includes(call));
      if (open.length === 0) return;
      figures.tries += 1;
      await wait(50);
    }
  };
  const sending = Array.from({ length: DEVICES }, async () => {
    while (!isOver && !signal?.aborted) {
      await sendUntilTaken(makeBatch());
      if (betweenMs > 0) await wait(betweenMs);
    }
  });
  return {
    acknowledged,
    figures,
    async stop() {
      isOver = true;
      await Promise.all(sending);
    },
  };
}

/** The numbers of missing and of duplicate names, of the expected ones. */
export function compareLeads(expected, counts) {
  const found = [...expected].map((name) => counts.get(name) ?? 0);
  return {
    written: found.length,
    missing: found.filter((count) => count === 0).length,
    doubled: found.filter((count) => count > 1).length,
  };
}
