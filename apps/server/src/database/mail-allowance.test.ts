import { describe, expect, test } from "vitest";
import { findShortage } from "./mail-allowance.ts";

const now = new Date("2026-05-14T12:00:00Z");
const used = (minutesAgo: number, mails: number) => ({
  requestedTime: new Date(now.getTime() - minutesAgo * 60_000),
  mails,
});

describe("[MAIL-01] a limit of 60 mails an hour", () => {
  test.each([
    { what: "nothing was sent", uses: [], mails: 60, shortage: undefined },
    { what: "as many are left as are asked for", uses: [used(50, 40)], mails: 20, shortage: undefined },
    {
      what: "one too many is asked for: waits for the oldest",
      uses: [used(50, 20), used(5, 20)],
      mails: 21,
      shortage: { left: 20, waitMs: 10 * 60_000 },
    },
    {
      what: "the oldest are too few: waits for the next ones too",
      uses: [used(50, 5), used(20, 55)],
      mails: 20,
      shortage: { left: 0, waitMs: 40 * 60_000 },
    },
    { what: "more are asked for than an hour has", uses: [], mails: 61, shortage: { left: 60, waitMs: Infinity } },
    {
      what: "the limit was lowered meanwhile",
      uses: [used(30, 90)],
      mails: 1,
      shortage: { left: 0, waitMs: 30 * 60_000 },
    },
  ])("when $what", ({ uses, mails, shortage }) => {
    const found = findShortage(uses, { mails, limit: 60, now });
    if (shortage) expect(found).toMatchObject(shortage);
    else expect(found).toBeUndefined();
  });
});
