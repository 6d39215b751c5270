/* A mapping as typed lines: "Roofing = Roof jobs". */

export type Mapping = Readonly<Record<string, unknown>>;

/** The text format of one kind of mapping. */
export interface MappingKind {
  readonly writeKey: (key: string) => string;
  /** Undefined for an invalid key. */
  readonly readKey: (text: string) => string | undefined;
  readonly writeValue: (value: unknown) => string;
  readonly readValue: (text: string) => unknown;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Maps texts to texts. */
export const TEXTS: MappingKind = {
  writeKey: (key) => key,
  readKey: (text) => text,
  writeValue: textOf,
  readValue: (text) => text,
};

/** Maps known names to lists of texts: "Roofing = Roofing, Gutters". */
export const namedLists = (named: readonly { readonly id: number; readonly name: string }[]): MappingKind => ({
  writeKey: (key) => named.find(({ id }) => String(id) === key)?.name ?? key,
  readKey: (text) => {
    const found = named.find(({ name }) => name.toLowerCase() === text.toLowerCase());
    return found && String(found.id);
  },
  writeValue: (value) => (Array.isArray(value) ? value.map(textOf).join(", ") : textOf(value)),
  readValue: (text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
});

export function writeMapping(mapping: Mapping, { writeKey, writeValue }: MappingKind): string {
  return Object.entries(mapping)
    .map(([key, value]) => `${writeKey(key)} = ${writeValue(value)}`)
    .join("\n");
}

/** The mapping, and the error of its first invalid line; such lines are left out. */
export function readMapping(text: string, { readKey, readValue }: MappingKind): { mapping: Mapping; error?: string } {
  const mapping: Record<string, unknown> = {};
  let error: string | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const at = line.indexOf("=");
    const [left, right] = [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()];
    const key = at < 0 || left === "" || right === "" ? undefined : readKey(left);
    if (key !== undefined) mapping[key] = readValue(right);
    else if (left !== "" && right !== "") error ??= `Line ${String(index + 1)}: “${left}” is not known here.`;
    else error ??= `Line ${String(index + 1)} needs a name, “=” and what it stands for.`;
  }
  return error === undefined ? { mapping } : { mapping, error };
}
