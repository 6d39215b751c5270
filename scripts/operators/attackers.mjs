// `node attackers.mjs URL SECONDS`: all attacks at once, each as fast as the server lets them. A separate process, so that
// they take no time from the measuring one. Prints how often each tried.
/* global AbortSignal, Buffer -- of Node */
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { HOSTILE_REQUESTS, nextAddress, sendHostile } from "../hostile-requests.mjs";
import { keepSignedIn } from "./devices.mjs";

const [, , url, seconds] = process.argv;
const until = performance.now() + Number(seconds) * 1_000;
const isOver = () => performance.now() > until;
const port = Number(new URL(url).port);

const STRANGERS = 10;
const LOGINS_AT_ONCE = 200;
/** Longer than a round of such a burst takes, so that bursts do not merge into one endless crowd. */
const BETWEEN_BURSTS_MS = 10_000;
const STALLED = 100;
const MAIL_LOOPS = 4;
/** One body of the largest size of a batch. */
const WRONG_CALLS = JSON.stringify({ calls: Array.from({ length: 700_000 }, () => ({})) });
const tries = {};
const count = (what) => {
  tries[what] = (tries[what] ?? 0) + 1;
};

/** @param body undefined for a call without one */
async function post(path, body, headers = {}) {
  const reply = await fetch(`${url}${path}`, {
    method: "POST",
    headers:
      body === undefined
        ? { authorization: headers.authorization }
        : { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  }).catch(() => undefined);
  const text = await reply?.text().catch(() => "");
  return { status: reply?.status, text };
}

async function repeat(what, { pauseMs }, act) {
  for (let turn = 0; !isOver(); turn += 1) {
    await act(turn);
    count(what);
    await wait(pauseMs);
  }
}

/** An admin and a salesperson of another company. */
async function insiders({ admin, sales }) {
  const { status, text } = await post(
    "/api/users/",
    { firstName: "Mail", lastName: "Loop", email: `loop${Date.now()}@nowhere.test` },
    await admin(),
  );
  if (status !== 200) throw new Error(`A user was not added: ${status} ${text}`);
  const { id } = JSON.parse(text);
  const mails = Array.from({ length: MAIL_LOOPS }, () =>
    repeat("invitations again", { pauseMs: 50 }, async () =>
      post(`/api/users/${id}/resendsetupemail`, undefined, await admin()),
    ),
  );
  const batches = repeat("batches of 2 MB of nothing", { pauseMs: 500 }, async () =>
    post("/api/batch", WRONG_CALLS, await sales()),
  );
  const uploads = repeat("uploads by who may not", { pauseMs: 100 }, async () =>
    sendHostile(port, {
      what: "an upload",
      line: "POST /api/files",
      head: ["content-type: multipart/form-data; boundary=x", `authorization: ${(await sales()).authorization}`],
      body: Buffer.alloc(9_000_000),
    }).catch(() => undefined),
  );
  await Promise.all([...mails, batches, uploads]);
}

// Before the burst of password guesses.
const inside = {
  admin: await keepSignedIn(url, "admin@other.test"),
  sales: await keepSignedIn(url, "sales@other.test"),
};

const strangers = Array.from({ length: STRANGERS }, (_, index) =>
  repeat("requests without a session", { pauseMs: 20 }, (turn) =>
    sendHostile(port, HOSTILE_REQUESTS[(turn + index) % HOSTILE_REQUESTS.length]).catch(() => undefined),
  ),
);

const guessers = repeat(`bursts of ${LOGINS_AT_ONCE} wrong passwords`, { pauseMs: BETWEEN_BURSTS_MS }, (turn) =>
  Promise.all(
    Array.from({ length: LOGINS_AT_ONCE }, (_, index) =>
      post(
        "/api/users/login",
        { email: `guess${turn}-${index}@demo.test`, password: "Wrong-password-1" },
        { "x-forwarded-for": nextAddress() },
      ),
    ),
  ),
);

/** Announces a body, and sends none of it. */
const stalled = repeat(`${STALLED} stalled bodies`, { pauseMs: 1_000 }, () =>
  Promise.all(
    Array.from({ length: STALLED }, async () => {
      const client = connect(port, "127.0.0.1");
      client.on("error", () => undefined);
      await once(client, "connect").catch(() => undefined);
      client.write(
        `POST /api/users/login HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${nextAddress()}\r\n` +
          "content-type: application/json\r\ncontent-length: 500\r\n\r\n{",
      );
      client.resume();
      await Promise.race([once(client, "close").catch(() => undefined), wait(20_000)]);
      client.destroy();
    }),
  ),
);

await Promise.all([...strangers, guessers, stalled, insiders(inside)]);
console.log(JSON.stringify(tries));
process.exit();
