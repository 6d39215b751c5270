/* Access to a TrueType file by tables. Offsets are from the beginning of the file; numbers are big-endian. */

export interface TrueTypeFile {
  readonly view: DataView;
  /** Returns the offset of a table. Throws if the file does not have it. */
  readonly at: (table: string) => number;
  readonly has: (table: string) => boolean;
  /** Returns the bytes of a table; empty if the file does not have it. */
  readonly bytesOf: (table: string) => Uint8Array;
  /** Font units per em. */
  readonly unitsPerEm: number;
}

/** Parses the table directory. Throws for bytes that are not a TrueType file. */
export function readTrueType(file: Uint8Array): TrueTypeFile {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.byteLength < 12) throw new Error("A font file of a document is empty or broken.");
  const tables = new Map<string, { readonly offset: number; readonly length: number }>();
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const entry = 12 + index * 16;
    tables.set(String.fromCharCode(...file.subarray(entry, entry + 4)), {
      offset: view.getUint32(entry + 8),
      length: view.getUint32(entry + 12),
    });
  }
  const at = (name: string): number => {
    const table = tables.get(name);
    if (!table) throw new Error(`A font file of a document has no table "${name}".`);
    return table.offset;
  };
  return {
    view,
    at,
    has: (name) => tables.has(name),
    bytesOf: (name) => {
      const { offset = 0, length = 0 } = tables.get(name) ?? {};
      return file.subarray(offset, offset + length);
    },
    unitsPerEm: view.getUint16(at("head") + 18),
  };
}
