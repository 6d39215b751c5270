import { expect, test } from "vitest";
import { createOutageLog } from "./outage-log.ts";

test("[OPS-17] says once a minute why the server cannot work, at once when the reason changes, and once that it works again", () => {
  const lines: unknown[] = [];
  let now = 0;
  const outages = createOutageLog({ warn: (...words: unknown[]) => lines.push(words) } as never, { clock: () => now });
  const stopped = Object.assign(new Error("terminating connection"), { code: "57P01" });
  const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  outages.noteWorking();
  for (const [time, error] of [
    [0, stopped],
    [1_000, stopped],
    [2_000, refused],
    [61_000, refused],
    [62_000, refused],
  ] as const) {
    now = time;
    outages.note(error);
  }
  outages.noteWorking();
  outages.noteWorking();
  const [stoppedReason, refusedReason] = [
    { reason: "the database is being started or stopped" },
    { reason: "nothing listens at the address of the database" },
  ];
  expect(lines).toEqual([
    [stoppedReason, "the server cannot work"],
    [refusedReason, "the server cannot work"],
    [refusedReason, "the server cannot work"],
    ["the server works again"],
  ]);
});
