/*
 * pdfmake's font engine reads a typeface's tables anew for each document, which takes longer than to set a page with them. What it
 * read is kept here by the typeface's bytes. Only tables are: they say what stands in the file. Glyphs remember the characters that
 * they were first asked for, so each document has its own, and the same input gives the same bytes whatever was drawn before.
 */

interface Table {
  readonly tag: string;
}

/** The engine's typeface, as far as it is in use here. */
interface EngineFont {
  readonly stream: { readonly buffer: Uint8Array };
  /** What was read so far, by the tag of the table. */
  readonly _tables: Record<string, unknown>;
  _getTable(table: Table): unknown;
}

/** The engine's document: the typefaces that it printed with, by family and style. */
export interface EngineDocument {
  readonly fontCache: Readonly<Record<string, Readonly<Record<string, { readonly font: EngineFont }>>>>;
}

const tablesByFile = new WeakMap<Uint8Array, Record<string, unknown>>();
const kept = new WeakSet<EngineFont>();

function keepTablesOf(prototype: EngineFont): void {
  if (kept.has(prototype)) return;
  kept.add(prototype);
  const readTable = (font: EngineFont, table: Table): unknown => original.call(font, table);
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with the typeface
  const original = prototype._getTable;
  prototype._getTable = function keptTable(this: EngineFont, table: Table): unknown {
    const { tag } = table;
    const tables = tablesByFile.get(this.stream.buffer);
    if (tables && tag in tables) this._tables[tag] ??= tables[tag];
    const read = readTable(this, table);
    if (tables) tables[tag] = read;
    return read;
  };
}

/** Keeps what was read of a document's typefaces for the documents after it. */
export function keepTables({ fontCache }: EngineDocument): void {
  for (const styles of Object.values(fontCache))
    for (const { font } of Object.values(styles)) {
      const { buffer } = font.stream;
      if (!tablesByFile.has(buffer)) tablesByFile.set(buffer, { ...font._tables });
      keepTablesOf(Object.getPrototypeOf(font) as EngineFont);
    }
}
