import { expect, test } from "vitest";
import { createOutageLog } from "./outage-log.ts";

const STOPPED = Object.assign(new Error("terminating connection"), { code: "57P01" });
const REFUSED = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
const stopped = { reason: "the database is being started or stopped" };
const refused = { reason: "nothing listens at the address of the database" };

test("[OPS-17] names each reason once a minute, and says once that the server is ready again", () => {
  const lines: unknown[] = [];
  let now = 0;
  const outages = createOutageLog({ warn: (...words: unknown[]) => lines.push(words) } as never, { clock: () => now });
  outages.noteReady();
  for (const [time, error] of [
    [0, STOPPED],
    [1_000, REFUSED],
    [2_000, STOPPED],
    [3_000, REFUSED],
    [60_000, STOPPED],
  ] as const) {
    now = time;
    outages.noteNotReady(error);
  }
  outages.noteReady();
  outages.noteReady();
  outages.noteNotReady(STOPPED);
  expect(lines).toEqual([
    [stopped, "the server is not ready"],
    [refused, "the server is not ready"],
    [stopped, "the server is not ready"],
    ["the server is ready again"],
    [stopped, "the server is not ready"],
  ]);
});

test("[OPS-17] a refused call says why, whether the server is ready or not", () => {
  const lines: unknown[] = [];
  const outages = createOutageLog({ warn: (...words: unknown[]) => lines.push(words) } as never, { clock: () => 0 });
  outages.noteRefused(STOPPED);
  outages.noteRefused(STOPPED);
  outages.noteReady();
  expect(lines).toEqual([[stopped, "calls are refused for now"]]);
});

test("[OPS-17] names a reason once for readiness and calls alike, also of calls that are refused late", () => {
  const lines: unknown[] = [];
  const outages = createOutageLog({ warn: (...words: unknown[]) => lines.push(words) } as never, { clock: () => 0 });
  outages.noteRefused(STOPPED);
  outages.noteNotReady(STOPPED);
  outages.noteRefused(STOPPED);
  outages.noteReady();
  outages.noteRefused(STOPPED);
  expect(lines).toEqual([
    [stopped, "calls are refused for now"],
    // The server's state changed.
    [stopped, "the server is not ready"],
    ["the server is ready again"],
  ]);
});
