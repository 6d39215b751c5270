import type { GridTexts, WindowTexts } from "@ridgebook/documents/drawings";
import { linesOf, type FormLine, type IndexedPriceBook } from "@ridgebook/estimating";
import { hasSize, sizeText } from "#features/estimate/drawings/window-words.ts";
import { childLine, windowField } from "#features/estimate/windows/window-lines.ts";

/** Properties of a window whose option text the drawing needs. */
const CHOICES = {
  style: "windowStyle",
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

/** The text of a choice; "" if nothing is chosen. */
function optionText(book: IndexedPriceBook, key: string, line: FormLine | undefined): string {
  if (!line?.value) return "";
  return book.entryOf(windowField(key)).optionById.get(line.value)?.value ?? line.value;
}

function gridTexts(book: IndexedPriceBook, grid: FormLine): GridTexts {
  const textOf = (property: string): string => optionText(book, `window.grid.${property}`, childLine(grid, property));
  return { size: textOf("gridSize"), pattern: textOf("gridPattern"), color: textOf("gridColor") };
}

function readTexts(book: IndexedPriceBook, line: FormLine): WindowTexts {
  const choices = Object.fromEntries(
    Object.entries(CHOICES).map(([name, property]) => [
      name,
      optionText(book, `window.${property}`, childLine(line, property)),
    ]),
  ) as Record<keyof typeof CHOICES, string>;
  return {
    width: childLine(line, "width")?.quantity ?? null,
    height: childLine(line, "height")?.quantity ?? null,
    styleDetails: childLine(line, "windowStyleDetails")?.value ?? "",
    grids: linesOf(line.children, "grid").map((grid) => gridTexts(book, grid)),
    ...choices,
  };
}

const textsByBook = new WeakMap<IndexedPriceBook, WeakMap<FormLine, WindowTexts>>();

/** A window's values as texts for its drawing. Returns the same object for an unchanged line. */
export function windowTexts(book: IndexedPriceBook, line: FormLine): WindowTexts {
  let known = textsByBook.get(book);
  if (!known) textsByBook.set(book, (known = new WeakMap()));
  let texts = known.get(line);
  if (!texts) known.set(line, (texts = readTexts(book, line)));
  return texts;
}

/** "Kitchen"; without a room the window's description, else "". */
function roomOf(book: IndexedPriceBook, line: FormLine): string {
  const room = optionText(book, "window.roomName", childLine(line, "roomName"));
  return room || (childLine(line, "roomDetails")?.value ?? "").trim();
}

/** "3 Main bedroom" (WF-WIN-05). */
export const windowTitle = ({
  book,
  line,
  number,
  isNew = false,
}: {
  book: IndexedPriceBook;
  line: FormLine;
  number: number;
  isNew?: boolean;
}): string => `${number} ${roomOf(book, line) || (isNew ? "New window" : "Window")}`;

/** "48 × 36 Slider", without missing values. */
export function windowSummary(texts: WindowTexts): string {
  return [hasSize(texts) ? sizeText(texts) : "", texts.style ?? ""].filter(Boolean).join(" ") || "No size yet";
}
