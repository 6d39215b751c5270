/** City and state of a ZIP code; the state as `STATES` names it. */
export interface ZipPlace {
  readonly city: string;
  readonly state: string;
}

/** Reads the text that `scripts/zip-codes.mjs` makes: places by the number of their ZIP code. */
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

/** Where a ZIP code is, with or without a signal; undefined for one that is not known, or that is not whole. */
export async function findZipPlace(zipCode: string): Promise<ZipPlace | undefined> {
  const [, digits] = /^\s*(\d{5})(?:-\d{4})?\s*$/.exec(zipCode) ?? [];
  if (digits === undefined) return undefined;
  // A load that failed is tried again with the next one.
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
 * What a ZIP code's place fills in: fields that are empty, or as an earlier one filled them in (`filled`). A city goes only beside its own
 * state: somebody who chose another one, or typed it, knows better than the code.
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
