/** Countries and their states, provinces and territories (1.§3). */
export const COUNTRIES = [
  { id: "USA", name: "United States" },
  { id: "CAN", name: "Canada" },
] as const;

export type CountryId = (typeof COUNTRIES)[number]["id"];

export interface State {
  readonly id: string;
  readonly name: string;
  readonly countryId: CountryId;
}

const UNITED_STATES =
  "AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming";
const CANADA =
  "AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NT Northwest Territories|NS Nova Scotia|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon";

const parseStates = (list: string, countryId: CountryId): State[] =>
  list.split("|").map((entry) => ({ id: entry.slice(0, 2), name: entry.slice(3), countryId }));

export const STATES: readonly State[] = [...parseStates(UNITED_STATES, "USA"), ...parseStates(CANADA, "CAN")];

/** The country a state belongs to; USA when the state is empty or unknown. */
export const countryOfState = (stateId: string): CountryId =>
  STATES.find(({ id }) => id === stateId)?.countryId ?? "USA";

/** Time zones a company can choose (1.§3). */
export const TIME_ZONES = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Phoenix",
  "America/Los_Angeles",
] as const;
