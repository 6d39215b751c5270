import { storeWindowTexts } from "#drawings/stored-window-texts.ts";
import type { WindowTexts } from "#drawings/window-look.ts";
import type { WindowRow } from "#model/document-model.ts";
import { formatQuantity } from "#wording/numbers.ts";
import type { DocumentLine } from "./document-line.ts";

/* A window is a line whose choices are child lines. Descriptions name each choice: "White" three times would be unclear. */

const WINDOW = "window";

export const isWindow = ({ field, parentItemId }: DocumentLine): boolean =>
  field.property === WINDOW && parentItemId === null;

const childrenOf = (window: DocumentLine, property: string): readonly DocumentLine[] =>
  window.children.filter(({ field }) => field.property === property);

const choiceAt = (window: DocumentLine, property: string): string => childrenOf(window, property)[0]?.choice ?? "";
const numberAt = (window: DocumentLine, property: string): number => childrenOf(window, property)[0]?.quantity ?? 0;

/** Properties that drawings need, by their names there. */
const DRAWN = {
  style: "windowStyle",
  styleDetails: "windowStyleDetails",
  operatingSash: "operatingSash",
  swing: "swing",
  obscureSash: "obscureSash",
  weld: "weld",
  roofOption: "roofOption",
  screen: "screen",
  blinds: "blinds",
  glass: "glassType",
  exteriorColor: "exteriorColor",
  interiorColor: "interiorColor",
} as const satisfies Partial<Record<keyof WindowTexts, string>>;

/** The input of the window's drawing. */
function windowLook(window: DocumentLine): WindowRow["look"] {
  const [width, height] = [numberAt(window, "width"), numberAt(window, "height")];
  if (width <= 0 || height <= 0) return null;
  const choices = Object.fromEntries(
    Object.entries(DRAWN).map(([name, property]) => [name, choiceAt(window, property)]),
  );
  const grids = childrenOf(window, "grid").map((grid) => ({
    size: choiceAt(grid, "gridSize"),
    pattern: choiceAt(grid, "gridPattern"),
    color: choiceAt(grid, "gridColor"),
  }));
  return { width, height, texts: storeWindowTexts({ ...choices, width, height, grids }) };
}

/** "36 × 60 in"; "" without a size. */
export function windowSize(window: DocumentLine): string {
  const [width, height] = [numberAt(window, "width"), numberAt(window, "height")];
  return width > 0 && height > 0 ? `${formatQuantity(width)} × ${formatQuantity(height)} in` : "";
}

/** Its location: "Kitchen", "Main bedroom (two on the street)"; without a room the note. */
export function windowRoom(window: DocumentLine): string {
  const [room, details] = [choiceAt(window, "roomName"), choiceAt(window, "roomDetails")];
  if (room === "") return details;
  return details === "" ? room : `${room} (${details})`;
}

/** "Slider, 2-lite", with its note. */
export const windowStyle = (window: DocumentLine): string =>
  [choiceAt(window, "windowStyle"), choiceAt(window, "windowStyleDetails")].filter((text) => text !== "").join(", ");

/** Shown elsewhere. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set([
  "roomName",
  "roomDetails",
  "width",
  "height",
  "ui",
  "windowStyle",
  "windowStyleDetails",
]);
/** Bought by the piece for all windows together. */
const TRIMS: ReadonlySet<string> = new Set(["interiorTrim", "exteriorTrim"]);

/** Prefixes of choices whose label would be long or redundant. */
const SAID_BEFORE: Readonly<Record<string, string>> = {
  windowModel: "model",
  installType: "",
  swing: "",
  operatingSash: "",
  interiorColor: "inside",
  exteriorColor: "outside",
};

/** For use within a sentence: "Colonial" becomes "colonial"; "Low-E glass" and "PVC" stay. */
const inSentence = (text: string): string =>
  /^\p{Lu}\p{Ll}*(?=[\s,.;)]|$)/u.test(text) ? text.slice(0, 1).toLowerCase() + text.slice(1) : text;

/** "half screen", "hardware white": only the choice if it is self-explanatory. */
function phraseOf(property: string, label: string, texts: readonly string[]): string {
  const said = texts.map(inSentence).join(", ");
  const name = SAID_BEFORE[property] ?? inSentence(label);
  const lastWord = name.split(" ").at(-1) ?? "";
  return name === "" || said.toLowerCase().includes(lastWord) ? said : `${name} ${said}`;
}

/** "Flat 5/8"", "Colonial", "White"; a tick is included, a trim has its length. */
function detailTexts({ field, choices, children }: DocumentLine): readonly string[] {
  if (field.dataType === "boolean") return ["Included"];
  const lengths = children
    .filter((child) => child.field.dataType === "number" && child.quantity > 0)
    .map(({ quantity, unit }) => `${formatQuantity(quantity)} ${unit.toLowerCase()}`);
  return [...choices, ...lengths];
}

/** "grid flat 5/8", colonial, white"; a tick is its name. */
function detailOf(line: DocumentLine): string {
  if (line.field.dataType === "boolean") return inSentence(line.label);
  const texts = detailTexts(line);
  return texts.length === 0 ? "" : phraseOf(line.field.property, line.label, texts);
}

/** A window's choices with labels: "Bedroom 2, exterior color", "White". */
export function windowParts(window: DocumentLine): readonly { readonly label: string; readonly text: string }[] {
  const room = windowRoom(window);
  const named = (label: string): string => `${room || window.label}, ${inSentence(label)}`;
  const details = window.children
    .filter(({ field }) => !SAID_ELSEWHERE.has(field.property))
    .map((child) => ({ label: named(child.label), text: detailTexts(child).join(", ") }));
  return [
    { label: "Room", text: room },
    { label: named("Window type"), text: windowStyle(window) },
    { label: named("Size"), text: windowSize(window) },
    ...details,
  ];
}

/**
 * All choices of a window, in form order: "model as the package; hardware white; grid flat 5/8", colonial, white; outside bronze".
 *
 * @param withTrims whether to include its trims
 */
export const windowDetails = (window: DocumentLine, { withTrims }: { withTrims: boolean }): string =>
  window.children
    .filter(({ field }) => !SAID_ELSEWHERE.has(field.property) && (withTrims || !TRIMS.has(field.property)))
    .map(detailOf)
    .filter((text) => text !== "")
    .join("; ");

/** A window in one table cell: room, style, size; with details if there is room. */
export const windowWords = (window: DocumentLine, { withDetails }: { withDetails: boolean }): string =>
  [
    windowRoom(window),
    windowStyle(window),
    windowSize(window),
    withDetails ? windowDetails(window, { withTrims: false }) : "",
  ]
    .filter((text) => text !== "")
    .join("; ");

/** The windows among some lines, numbered in order, with everything an installer needs. */
export const windowRows = (lines: readonly DocumentLine[]): WindowRow[] =>
  lines
    .filter((line) => isWindow(line) && line.quantity > 0)
    .map((window, index) => ({
      number: index + 1,
      room: windowRoom(window),
      style: windowStyle(window),
      madeWith: windowDetails(window, { withTrims: true }),
      size: windowSize(window),
      quantity: formatQuantity(window.quantity),
      look: windowLook(window),
    }));
