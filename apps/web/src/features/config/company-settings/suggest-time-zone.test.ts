import { expect, test } from "vitest";
import { countryOfAddress, zoneOfAddress } from "./suggest-time-zone.ts";

test.each([
  { place: "Portage", state: "MI", zipCode: "49002", zone: "America/New_York" },
  { place: "Iron Mountain, where zones meet", state: "MI", zipCode: "49801", zone: "two" },
  { place: "Chicago, by name", state: "illinois", zipCode: "60601", zone: "America/Chicago" },
  { place: "Miami", state: "FL", zipCode: "33101", zone: "America/New_York" },
  { place: "Pensacola", state: "FL", zipCode: "32501-1234", zone: "America/Chicago" },
  { place: "Gary", state: "IN", zipCode: "46402", zone: "America/Chicago" },
  { place: "Indianapolis", state: "IN", zipCode: "46201", zone: "America/New_York" },
  { place: "Nashville", state: "TN", zipCode: "37201", zone: "America/Chicago" },
  { place: "Knoxville", state: "TN", zipCode: "37902", zone: "America/New_York" },
  { place: "El Paso", state: "TX", zipCode: "79901", zone: "America/Denver" },
  { place: "Houston", state: "TX", zipCode: "77001", zone: "America/Chicago" },
  { place: "Bismarck", state: "ND", zipCode: "58501", zone: "America/Chicago" },
  { place: "Rapid City", state: "SD", zipCode: "57701", zone: "America/Denver" },
  { place: "Coeur d'Alene", state: "ID", zipCode: "83814", zone: "America/Los_Angeles" },
  { place: "Boise", state: "ID", zipCode: "83702", zone: "America/Denver" },
  { place: "Ontario, Oregon", state: "OR", zipCode: "97914", zone: "America/Denver" },
  { place: "Phoenix", state: "AZ", zipCode: "85001", zone: "America/Phoenix" },
  { place: "Honolulu", state: "HI", zipCode: "96813", zone: "none" },
  { place: "Anchorage", state: "AK", zipCode: "99501", zone: "none" },
  { place: "Halifax", state: "NS", zipCode: "", zone: "none" },
  { place: "Regina, which keeps no summer time", state: "SK", zipCode: "", zone: "none" },
  { place: "a state with two zones, without a ZIP code", state: "TX", zipCode: "", zone: "two" },
  { place: "nowhere yet", state: "", zipCode: "49002", zone: "unknown" },
])("[CST-09] the address in $place", ({ state, zipCode, zone }) => {
  const found = zoneOfAddress({ state, zipCode });
  expect(found.kind === "zone" ? found.zone : found.kind).toBe(zone);
});

test.each([
  { state: "mi", country: "USA" },
  { state: "Ontario", country: "CAN" },
  { state: "", country: undefined },
  { state: "Bavaria", country: undefined },
])("[ADMIN-27] the country of an address in $state", ({ state, country }) => {
  expect(countryOfAddress({ state })).toBe(country);
});
