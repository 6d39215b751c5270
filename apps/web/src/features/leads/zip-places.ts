/** City and state of a ZIP code; the state as in `STATES`. */
export interface ZipPlace {
  readonly city: string;
  readonly state: string;
}

/** Parses the text of `scripts/zip-codes.mjs`: places by ZIP code number. */
export function readZipPlaces(text: string): ReadonlyMap<number, ZipPlace> {
  const places = new Map<number, ZipPlace>();
  for (const line of text.trim().split("\n")) {
    const [state = "", cities = ""] = line.split("|");
    let first = 0;
    for (const part of cities.split(";")) {
      const start = part.search(/\d/);
      const place = { city: part.slice(0, start), state };
      const [toFirst = 0, ...steps] = part.slice(start).split(",").map(Number);
      first += toFirst;
      places.set(first, place);
      let zip = first;
      for (const step of steps) places.set((zip += step), place);
    }
  }
  return places;
}

let reading: Promise<ReadonlyMap<number, ZipPlace>> | undefined;

/** Looks up a ZIP code, online or offline; undefined if it is unknown or incomplete. */
export async function findZipPlace(zipCode: string): Promise<ZipPlace | undefined> {
  const [, digits] = /^\s*(\d{5})(?:-\d{4})?\s*$/.exec(zipCode) ?? [];
  if (digits === undefined) return undefined;
  // A failed load is retried with the next lookup.
  reading ??= import("./zip-codes.txt?raw").then(
    ({ default: text }) => readZipPlaces(text),
    (error: unknown) => {
      reading = undefined;
      throw error;
    },
  );
  return (await reading).get(Number(digits));
}

/**
 * What a ZIP code's place fills in: empty fields, or those that an earlier one filled in (`filled`). A city is only filled in with its own
 * state: a user's other choice takes precedence.
 */
export function placeToFill({
  place,
  filled,
  current,
}: {
  place: ZipPlace;
  filled: Partial<ZipPlace>;
  current: ZipPlace;
}): Partial<ZipPlace> {
  const isFree = (field: keyof ZipPlace): boolean => current[field] === "" || current[field] === filled[field];
  if (!isFree("state") && current.state !== place.state) return {};
  return { ...(isFree("state") && { state: place.state }), ...(isFree("city") && { city: place.city }) };
}
