import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { routes } from "#routes/routes.ts";
import type { Route } from "#routes/define-routes.ts";
import { downgradeReply, upgradeBody, upgradeReply } from "./convert-calls.ts";
import { createShapes } from "./releases.ts";
import {
  addMember,
  changeMember,
  convertValues,
  renameMember,
  retireMember,
  withinMember,
  type Upgrade,
} from "./upgrades.ts";

const UPGRADES: readonly Upgrade[] = [
  { to: 2, steps: [addMember("referralSource", ""), renameMember("notes", "description")] },
  {
    to: 4,
    steps: [
      retireMember("fax", ""),
      changeMember("feet", { up: (feet) => Number(feet) * 12, down: (inches) => Number(inches) / 12 }),
      withinMember("items", [addMember("color", null)]),
    ],
  },
];

const upgrade = (values: Record<string, unknown>, { from = 1, to = 4, isWhole = true } = {}) =>
  convertValues(values, { upgrades: UPGRADES, from, to, isWhole });

describe("[SYNC-38] values of another release", () => {
  test("a whole record gets new members, new names and new values, and loses what was retired", () => {
    expect(upgrade({ id: 7, notes: "Dog", fax: "1", feet: 3 })).toEqual({
      id: 7,
      description: "Dog",
      referralSource: "",
      feet: 36,
    });
  });

  test("a part of a record gets no members that it did not have", () => {
    expect(upgrade({ notes: "Dog" }, { isWhole: false })).toEqual({ description: "Dog" });
  });

  test("only the steps between two releases are taken", () => {
    expect(upgrade({ notes: "Dog", fax: "1" }, { to: 3 })).toEqual({
      description: "Dog",
      fax: "1",
      referralSource: "",
    });
    expect(upgrade({ description: "Dog", fax: "1" }, { from: 2 })).toEqual({ description: "Dog" });
  });

  test("a new member that is there already keeps its value", () => {
    expect(upgrade({ referralSource: "Radio" })).toMatchObject({ referralSource: "Radio" });
  });

  test("items are found in an estimate, in the parts of a body, in comparisons and in slices", () => {
    const item = { id: 1 };
    const upgraded = { id: 1, color: null };
    const values = {
      items: [item],
      parts: [{ items: [item] }],
      comparisons: [{ items: [item] }],
      "items:1:4.11": [item],
      "comparisons:1": [{ items: [item] }],
      "items:1:4.12": null,
    };
    expect(upgrade(values, { isWhole: false })).toEqual({
      items: [upgraded],
      parts: [{ items: [upgraded] }],
      comparisons: [{ items: [upgraded] }],
      "items:1:4.11": [upgraded],
      "comparisons:1": [{ items: [upgraded] }],
      "items:1:4.12": null,
    });
  });

  test("the way back leads to the same record", () => {
    const records = fc.record({
      notes: fc.string(),
      fax: fc.constant(""),
      feet: fc.integer(),
      items: fc.array(fc.record({ id: fc.nat() })),
    });
    fc.assert(
      fc.property(records, (record) => {
        const back = convertValues(upgrade(record), { upgrades: UPGRADES, from: 4, to: 1, isWhole: true });
        expect(back).toEqual(record);
      }),
      { seed: 20261126, numRuns: 200 },
    );
  });
});

describe("[SYNC-38] calls between releases", () => {
  const shapes = createShapes([
    { number: 1, changes: {} },
    { number: 2, changes: { leads: [renameMember("notes", "description"), retireMember("fax", "")] } },
  ]);
  const route = (name: keyof typeof routes): Route => routes[name];

  test("a change that an older app sends names today's members, the former values too", () => {
    const body = { revision: 3, notes: "New", fax: "1", former: { notes: "Old", fax: "" } };
    expect(upgradeBody(route("updateLead"), body, 1, shapes)).toEqual({
      revision: 3,
      description: "New",
      former: { description: "Old" },
    });
    expect(upgradeBody(route("updateLead"), body, 2, shapes)).toBe(body);
    expect(upgradeBody(route("updateEstimate"), body, 1, shapes)).toEqual(body);
  });

  test.each(["nothing", null, 7, [1], { former: 7 }])(
    "a body that is %j is left to the checks of its shape",
    (body) => {
      expect(upgradeBody(route("updateLead"), body, 1, shapes)).toEqual(body);
    },
  );

  test("an older app gets records as it knows them, anywhere in a reply", () => {
    const lead = { id: 1, description: "Dog" };
    const former = { id: 1, notes: "Dog", fax: "" };
    expect(downgradeReply(route("getLead"), lead, 1, shapes)).toEqual(former);
    expect(downgradeReply(route("listLeads"), { data: [lead], totalCount: 1 }, 1, shapes)).toEqual({
      data: [former],
      totalCount: 1,
    });
    const page = { changed: { leads: [lead], users: [{ id: 2, notes: "kept" }] }, cursor: "c" };
    expect(downgradeReply(route("getChanges"), page, 1, shapes)).toEqual({
      changed: { leads: [former], users: [{ id: 2, notes: "kept" }] },
      cursor: "c",
    });
  });

  test("records of an older server are brought into today's shape", () => {
    const page = { changed: { leads: [{ id: 1, notes: "Dog", fax: "1" }] }, cursor: "c" };
    expect(upgradeReply(route("getChanges"), page, 1, shapes)).toEqual({
      changed: { leads: [{ id: 1, description: "Dog" }] },
      cursor: "c",
    });
  });
});
