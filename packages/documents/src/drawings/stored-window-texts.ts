import type { GridTexts, WindowTexts } from "#drawings/window-look.ts";

/*
 * A window's texts as a document stores them: a flat record of texts by name, so that a stored document needs no nested shape.
 * Grids are numbered: `gridPattern`, `gridColor`, `gridSize` for the first, `gridPattern2` for the second.
 */

const GRID_PARTS = ["size", "pattern", "color"] as const satisfies readonly (keyof GridTexts)[];
const STORED_PARTS = { size: "gridSize", pattern: "gridPattern", color: "gridColor" } as const;

const numbered = (name: string, index: number): string => (index === 0 ? name : `${name}${index + 1}`);

/** Flattens a window's texts into a record. Omits choices that are empty. */
export function storeWindowTexts({ width: _width, height: _height, grids = [], ...choices }: WindowTexts) {
  const stored: Record<string, string> = {};
  for (const [name, text] of Object.entries(choices)) if (text) stored[name] = text;
  grids.forEach((grid, index) => {
    for (const part of GRID_PARTS) {
      const text = grid[part];
      if (text) stored[numbered(STORED_PARTS[part], index)] = text;
    }
  });
  return stored;
}

/** Restores the window from stored texts. Ignores unknown names. */
export function readStoredWindowTexts({
  width,
  height,
  texts,
}: {
  width: number;
  height: number;
  texts: Readonly<Record<string, string>>;
}): WindowTexts {
  const grids: GridTexts[] = [];
  for (let index = 0; GRID_PARTS.some((part) => numbered(STORED_PARTS[part], index) in texts); index += 1)
    grids.push(Object.fromEntries(GRID_PARTS.map((part) => [part, texts[numbered(STORED_PARTS[part], index)] ?? ""])));
  const choices = Object.fromEntries(Object.entries(texts).filter(([name]) => !name.startsWith("grid")));
  return { ...choices, width, height, grids };
}
