import { EMPTY_LEAD } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { findBreaches, type FinalState } from "./invariants.ts";
import { createJournal, type FieldWrite, type Journal } from "./journal.ts";
import type { LeadVersion, ServerLead } from "./simulated-server.ts";

/** What the checks themselves are worth: each kind of breach is seen, and a clean world has none. */

const lead = (id: number, company: string, values: Partial<ServerLead> = {}): ServerLead => ({
  ...EMPTY_LEAD,
  company,
  id,
  revision: 1,
  ...values,
});
const KNOWN = [lead(1, "lead-crm"), lead(2, "lead-old")];
const inserted = (...leads: ServerLead[]): LeadVersion[] => leads.map((one) => ({ operation: "INSERT", lead: one }));

const write = (city: string, values: Partial<FieldWrite> = {}): FieldWrite => ({
  lead: "lead-1",
  field: "city",
  value: city,
  device: 0,
  saw: new Set(),
  certainty: "certain",
  isSaidSynced: false,
  allowedTimes: 1,
  ...values,
});

function journalOf(...writes: FieldWrite[]): Journal {
  const journal = createJournal();
  journal.creations.push({ lead: "lead-1", device: 0, certainty: "certain", isSaidSynced: true });
  journal.writes.push(...writes);
  return journal;
}

function breachesOf({
  journal = journalOf(),
  own,
  history = [],
}: {
  journal?: Journal;
  own: ServerLead[];
  history?: LeadVersion[];
}): string[] {
  const state: FinalState = {
    journal,
    leads: [...KNOWN, ...own],
    history: [...inserted(...KNOWN, ...own.slice(0, 1)), ...history],
    tabs: [],
    entriesOfOthers: [],
    defects: [],
  };
  return findBreaches(state);
}

describe("the checks", () => {
  test("find nothing where all is well", () => {
    const own = lead(3, "lead-1", { city: "new" });
    const journal = journalOf(write("old"), write("new", { saw: new Set(["old"]) }));
    expect(breachesOf({ journal, own: [own] })).toEqual([]);
  });

  test("see a lead that is gone", () => {
    expect(breachesOf({ own: [] })).toContain("lost: lead-1 is nowhere");
  });

  test("see a lead that is there twice, and one that was created twice", () => {
    expect(breachesOf({ own: [lead(3, "lead-1"), lead(4, "lead-1")] })[0]).toBe(
      "doubled: lead-1 is on the server 2 times",
    );
    const history = inserted(lead(4, "lead-1"));
    expect(breachesOf({ own: [lead(3, "lead-1")], history })[0]).toBe("doubled: lead-1 was created 2 times");
  });

  test("see a value that was overwritten by somebody who had not seen it", () => {
    const journal = journalOf(write("mine"), write("theirs"));
    expect(breachesOf({ journal, own: [lead(3, "lead-1", { city: "theirs" })] })).toEqual([
      "lost: lead-1 city mine of device0; the server has theirs",
    ]);
  });

  test("see a value that came back over a newer one", () => {
    const journal = journalOf(write("old"), write("new", { saw: new Set(["old"]) }));
    const history: LeadVersion[] = ["old", "new", "old"].map((city) => ({
      operation: "UPDATE",
      lead: lead(3, "lead-1", { city }),
    }));
    const breaches = breachesOf({ journal, own: [lead(3, "lead-1")], history });
    expect(breaches).toContain("doubled: lead-1 city old came 2 times, entered 1 times");
  });

  test("see that a value was said to be saved and was not", () => {
    const journal = journalOf(write("mine", { isSaidSynced: true, certainty: "uncertain" }));
    expect(breachesOf({ journal, own: [lead(3, "lead-1")] })).toEqual([
      "false word: lead-1 city mine was said to be saved",
    ]);
  });
});
