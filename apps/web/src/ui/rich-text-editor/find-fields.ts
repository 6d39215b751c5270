import type { KeywordField } from "#ui/rich-text-editor/editor-keywords.ts";

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}."'/]+/u)
    .filter((word) => word !== "");

/** How well a name fits: the lower the better; undefined if a searched word is missing. */
function distance({ id, name }: KeywordField, sought: readonly string[]): number | undefined {
  const words = wordsOf(name);
  let sum = 0;
  for (const word of sought) {
    const at = words.findIndex((known) => known.startsWith(word));
    if (at >= 0) sum += words[at] === word ? 0 : 1;
    else if (id === word || id.startsWith(`${word}.`)) sum += 0;
    else if (name.toLowerCase().includes(word)) sum += 10;
    else return undefined;
  }
  return sum * 100 + words.length;
}

/** The fields whose names contain every searched word, the best first; all of them in their order for no word. */
export function findFields(fields: readonly KeywordField[], sought: string): readonly KeywordField[] {
  const words = wordsOf(sought);
  if (words.length === 0) return fields;
  return fields
    .flatMap((field, order) => {
      const far = distance(field, words);
      return far === undefined ? [] : [{ field, far, order }];
    })
    .toSorted((one, other) => one.far - other.far || one.order - other.order)
    .map(({ field }) => field);
}
