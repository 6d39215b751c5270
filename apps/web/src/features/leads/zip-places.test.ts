import { STATES } from "@ridgebook/contract";
import { expect, test } from "vitest";
import text from "./zip-codes.txt?raw";
import { findZipPlace, placeToFill, readZipPlaces } from "./zip-places.ts";

test("[LEAD-39] reads places from steps between ZIP codes", () => {
  const places = readZipPlaces("MI|Kalamazoo49001,5;Portage1,22\nMA|Boston2108,1\n");
  expect([...places]).toEqual([
    [49_001, { city: "Kalamazoo", state: "MI" }],
    [49_006, { city: "Kalamazoo", state: "MI" }],
    // One more than the first of the city before.
    [49_002, { city: "Portage", state: "MI" }],
    [49_024, { city: "Portage", state: "MI" }],
    [2_108, { city: "Boston", state: "MA" }],
    [2_109, { city: "Boston", state: "MA" }],
  ]);
});

test.each([
  ["49002", "Portage", "MI"],
  ["49024-1234", "Portage", "MI"],
  ["02108", "Boston", "MA"],
  ["10001", "New York", "NY"],
  ["20001", "Washington", "DC"],
  ["60601", "Chicago", "IL"],
  ["90210", "Beverly Hills", "CA"],
  ["99553", "Akutan", "AK"],
])("[LEAD-39] %s is in %s, %s", async (zipCode, city, state) => {
  expect(await findZipPlace(zipCode)).toEqual({ city, state });
});

test.each(["", "4900", "490022", "00000", "K1A 0B1", "49002-12"])(
  "[LEAD-39] of %j nothing is known",
  async (zipCode) => {
    expect(await findZipPlace(zipCode)).toBeUndefined();
  },
);

test("[LEAD-39] all fifty states and the District are known, and no other", () => {
  const known = new Set([...readZipPlaces(text).values()].map(({ state }) => state));
  const states = STATES.filter(({ countryId }) => countryId === "USA").map(({ id }) => id);
  expect([...known].toSorted()).toEqual(states.toSorted());
});

const PORTAGE = { city: "Portage", state: "MI" };
const BEVERLY_HILLS = { city: "Beverly Hills", state: "CA" };
const ANN_ARBOR = { city: "Ann Arbor", state: "MI" };

test.each([
  ["where nothing is entered", { city: "", state: "" }, {}, BEVERLY_HILLS],
  ["what a mistyped code filled in, and nobody changed", PORTAGE, PORTAGE, BEVERLY_HILLS],
  ["the city, where the state is its own", { city: "", state: "CA" }, {}, { city: "Beverly Hills" }],
  ["the state beside a city that somebody typed", { city: "Kalamazoo", state: "MI" }, PORTAGE, { state: "CA" }],
  ["no city beside a state that somebody chose", { city: "", state: "MI" }, {}, {}],
  ["nothing that is typed, though a code filled in something else before", ANN_ARBOR, { city: "Portage" }, {}],
  ["nothing of a lead that was saved", PORTAGE, {}, {}],
] as const)("[LEAD-39] of 90210 is filled in: %s", (_what, current, filled, expected) => {
  const fill = placeToFill({ place: BEVERLY_HILLS, filled, current });
  // A state that stays what it is may be filled in again.
  expect({ ...current, ...fill }).toEqual({ ...current, ...expected });
});
