import { STATES, type CountryId, type State, type TIME_ZONES } from "@ridgebook/contract";

export type TimeZone = (typeof TIME_ZONES)[number];

/** The zone that an address suggests, of those that a company can choose. */
export type ZoneOfAddress =
  | { readonly kind: "zone"; readonly zone: TimeZone }
  /** The address is in none of the five zones. */
  | { readonly kind: "none" }
  /** Two zones meet there, and the address does not decide which it is. */
  | { readonly kind: "two" }
  | { readonly kind: "unknown" };

const NEW_YORK = "America/New_York";
const CHICAGO = "America/Chicago";
const DENVER = "America/Denver";
const PHOENIX = "America/Phoenix";
const LOS_ANGELES = "America/Los_Angeles";

/** States and provinces with one zone; for those listed below, the zone of most of the state. */
const ZONES: Readonly<Record<TimeZone, string>> = {
  [NEW_YORK]: "CT DE DC FL GA IN KY ME MD MA MI NH NJ NY NC OH PA RI SC VT VA WV ON QC",
  [CHICAGO]: "AL AR IL IA KS LA MN MS MO NE ND OK SD TN TX WI MB",
  [DENVER]: "CO ID MT NM UT WY AB NT",
  [PHOENIX]: "AZ",
  [LOS_ANGELES]: "CA NV OR WA BC",
};

/** By ZIP code prefix, the longest match counts; null if zones meet within it. */
const ELSEWHERE: Readonly<Record<string, Readonly<Record<string, TimeZone | null>>>> = {
  FL: { 324: CHICAGO, 325: CHICAGO, 32456: NEW_YORK, 32457: NEW_YORK },
  ID: { 835: null, 83501: LOS_ANGELES, 838: LOS_ANGELES },
  IN: { 463: CHICAGO, 464: CHICAGO, 475: null, 476: CHICAGO, 477: CHICAGO, 479: null, 4790: NEW_YORK },
  KS: { 677: null, 67701: CHICAGO, 67735: DENVER, 678: null, 67801: CHICAGO, 67846: CHICAGO },
  KY: {
    401: null,
    420: CHICAGO,
    421: CHICAGO,
    422: CHICAGO,
    423: CHICAGO,
    424: CHICAGO,
    426: null,
    427: null,
    42701: NEW_YORK,
  },
  MI: { 498: null, 499: null, 49855: NEW_YORK },
  ND: { 585: null, 5850: CHICAGO, 586: DENVER },
  NE: { 690: null, 691: null, 69101: CHICAGO, 692: null, 693: DENVER },
  NV: { 89883: DENVER },
  OR: { 979: DENVER },
  SD: { 575: null, 57501: CHICAGO, 576: null, 577: DENVER },
  TN: { 373: null, 374: NEW_YORK, 376: NEW_YORK, 377: NEW_YORK, 378: NEW_YORK, 379: NEW_YORK },
  TX: { 798: null, 799: DENVER, 885: DENVER },
};

const ZIP_DIGITS = 5;

/** Returns Michigan for "mi" or "Michigan"; undefined for text that is no state. */
const stateOf = (typed: string): State | undefined => {
  const text = typed.trim().toLowerCase();
  return STATES.find(({ id, name }) => id.toLowerCase() === text || name.toLowerCase() === text);
};

/** The country of an address, by its state; undefined if the state does not decide it. */
export const countryOfAddress = ({ state }: { state: string }): CountryId | undefined => stateOf(state)?.countryId;

/** The zone of an address, by its state, and by its ZIP code if the state has two. */
export function zoneOfAddress({ state, zipCode }: { state: string; zipCode: string }): ZoneOfAddress {
  const id = stateOf(state)?.id;
  if (id === undefined) return { kind: "unknown" };
  const exceptions = ELSEWHERE[id];
  if (exceptions) {
    const digits = zipCode.replaceAll(/\D/g, "").slice(0, ZIP_DIGITS);
    if (digits.length < ZIP_DIGITS) return { kind: "two" };
    const [longest] = Object.keys(exceptions)
      .filter((beginning) => digits.startsWith(beginning))
      .sort((one, other) => other.length - one.length);
    const zone = longest === undefined ? undefined : exceptions[longest];
    if (zone === null) return { kind: "two" };
    if (zone !== undefined) return { kind: "zone", zone };
  }
  const found = (Object.keys(ZONES) as TimeZone[]).find((zone) => ZONES[zone].split(" ").includes(id));
  return found ? { kind: "zone", zone: found } : { kind: "none" };
}
