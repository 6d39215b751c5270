import type { GridTexts, WindowTexts } from "#drawings/window-look.ts";

/*
 * A window's texts as a document keeps them: one text by name, so that a stored document needs no nested shape. Grids are numbered:
 * `gridPattern`, `gridColor`, `gridSize` of the first, `gridPattern2` of the second.
 */

const GRID_PARTS = ["size", "pattern", "color"] as const satisfies readonly (keyof GridTexts)[];
const STORED_PARTS = { size: "gridSize", pattern: "gridPattern", color: "gridColor" } as const;

const numbered = (name: string, index: number): string => (index === 0 ? name : `${name}${index + 1}`);

/** Texts by name; what nothing is chosen for is left out. */
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

/** The window that such texts are of. Names that no drawing knows are passed over. */
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
