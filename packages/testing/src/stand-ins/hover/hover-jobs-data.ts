import remeasured from "./measurements/remeasured.json" with { type: "json" };
import sample from "./measurements/sample.json" with { type: "json" };
import twentyWindows from "./measurements/twenty-windows.json" with { type: "json" };
import withHoles from "./measurements/with-holes.json" with { type: "json" };

/* A dozen invented houses in Hover's format, with the measurements of the measured ones. */

export interface TwinModel {
  readonly id: number;
  readonly name: string;
  state: string;
  readonly deliverable: string;
  updatedAt: string;
  /** Undefined while incomplete. */
  document: object | undefined;
}

export interface TwinJob {
  readonly id: number;
  readonly name: string;
  readonly user: string;
  state: string;
  readonly street: string;
  readonly city: string;
  readonly region: string;
  readonly zip: string;
  updatedAt: string;
  readonly models: TwinModel[];
}

export const SAMPLE: object = sample;
/** The same house, measured again. */
export const REMEASURED: object = remeasured;

const DOCUMENTS = { sample, remeasured, "twenty-windows": twentyWindows, "with-holes": withHoles } as const;

/** The document as of another house: only the identifying members differ. */
function documentOf(kind: keyof typeof DOCUMENTS, { id, address }: { id: number; address: string }): object {
  const document = structuredClone(DOCUMENTS[kind]) as { summary: Record<string, unknown> };
  return { ...document, summary: { ...document.summary, address, property_id: id } };
}

type HouseRow = readonly [
  id: number,
  street: string,
  city: string,
  region: string,
  zip: string,
  user: string,
  models: readonly (readonly [name: string, state: string, kind: keyof typeof DOCUMENTS | undefined])[],
];

const HOUSES: readonly HouseRow[] = [
  [
    48210337,
    "1840 Larkspur Bend",
    "Overland Park",
    "KS",
    "66212",
    "Dana Whitlock",
    [["Main house", "complete", "sample"]],
  ],
  [
    48210988,
    "1840 Larkspur Bend, rear",
    "Overland Park",
    "KS",
    "66212",
    "Dana Whitlock",
    [["Main house", "complete", "with-holes"]],
  ],
  [48211502, "212 Quarry Road", "Lenexa", "KS", "66215", "Sam Ortega", [["Main house", "complete", "twenty-windows"]]],
  [
    48212004,
    "77 Juniper Court",
    "Olathe",
    "KS",
    "66061",
    "Sam Ortega",
    [
      ["Main house", "complete", "sample"],
      ["Garage", "complete", "with-holes"],
    ],
  ],
  [48212360, "905 Mill Creek Lane", "Shawnee", "KS", "66203", "Priya Nair", [["Main house", "processing", undefined]]],
  [
    48212791,
    "4057 Sunset Blvd",
    "Three Rivers",
    "MI",
    "49093",
    "Priya Nair",
    [["Main house", "complete", "remeasured"]],
  ],
  [48213115, "18 Harbor View", "Portage", "MI", "49002", "Priya Nair", []],
  [48213440, "630 Alder Street", "Kalamazoo", "MI", "49001", "Lee Hartmann", [["Main house", "failed", undefined]]],
  [48213902, "2211 Prairie Avenue", "Portage", "MI", "49024", "Lee Hartmann", [["Main house", "complete", "sample"]]],
  [
    48214233,
    "9 Birchwood Circle",
    "Battle Creek",
    "MI",
    "49015",
    "Lee Hartmann",
    [
      ["Main house", "uploading", undefined],
      ["Shed", "complete", "with-holes"],
    ],
  ],
  [
    48214677,
    "350 Orchard Hill",
    "Leawood",
    "KS",
    "66206",
    "Dana Whitlock",
    [["Main house", "complete", "twenty-windows"]],
  ],
  [48215018, "1402 Granite Way", "Mission", "KS", "66202", "Sam Ortega", [["Main house", "complete", "sample"]]],
];

/** The houses, new objects on each call, so that one test's changes are not another's. */
export const makeHoverJobs = (): TwinJob[] =>
  HOUSES.map(([id, street, city, region, zip, user, models], index) => {
    const day = String(index + 1).padStart(2, "0");
    const updatedAt = `2026-04-${day}T08:40:51.000Z`;
    const address = `${street}, ${city}, ${region} ${zip}`;
    return {
      id,
      name: street,
      user,
      street,
      city,
      region,
      zip,
      updatedAt,
      state: models.some(([, state]) => state === "complete") ? "completed" : (models[0]?.[1] ?? "draft"),
      models: models.map(([name, state, kind], at) => ({
        id: id * 10 + at,
        name,
        state,
        deliverable: "complete",
        updatedAt,
        document: kind && documentOf(kind, { id, address }),
      })),
    };
  });
