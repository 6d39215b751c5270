/**
 * Changes of constants and operators in source text, one at a time, for what is code and not formula data: rounding, the
 * arithmetic of expressions, splitting and payment.
 */

/** @typedef {{ place: string, change: string, file: string, area: string, text: string }} SourceMutant */

/** @type {readonly (readonly [RegExp, (found: string) => string])[]} */
const CHANGES = [
  [
    /(?<![\w.])\d[\d_]*(?:\.\d+)?(?![\w.])/g,
    (found) => (found === "0" ? "1" : Number(found.replaceAll("_", "")) > 9 ? "0" : `${Number(found) + 1}`),
  ],
  [/(?<= )\+(?= )/g, () => "-"],
  [/(?<= )-(?= )/g, () => "+"],
  [/(?<= )\*(?= )/g, () => "/"],
  [/(?<= )\/(?= )/g, () => "*"],
  [/(?<= )>=(?= )/g, () => ">"],
  [/(?<= )<=(?= )/g, () => "<"],
  [/(?<= )<(?= )/g, () => "<="],
  [/(?<= )===(?= )/g, () => "!=="],
  [/Math\.ceil/g, () => "Math.floor"],
  [/Math\.floor/g, () => "Math.ceil"],
  [/Math\.round/g, () => "Math.floor"],
  [/Math\.max/g, () => "Math.min"],
  [/Math\.min/g, () => "Math.max"],
  [/Math\.abs/g, () => ""],
];

/** A line that only says something about the code, or only about types. */
const isProse = (/** @type {string} */ line) => /^\s*(?:\*|\/\*|\/\/|import |export type |\| |readonly )/.test(line);

/**
 * @param {{ file: string, area: string, source: string }} module
 * @returns {SourceMutant[]}
 */
export function listSourceMutants({ file, area, source }) {
  const lines = source.split("\n");
  return lines.flatMap((line, index) => {
    if (isProse(line)) return [];
    const code = line.replace(/(["`]).*?\1|\/\/.*$|\/\*.*?\*\//g, (text) => " ".repeat(text.length));
    return CHANGES.flatMap(([pattern, change]) =>
      [...code.matchAll(pattern)].map((match) => {
        const becomes = change(match[0]);
        const mutated = line.slice(0, match.index) + becomes + line.slice(match.index + match[0].length);
        return {
          place: `${file}:${index + 1}`,
          change: `${line.trim()}  =>  ${mutated.trim()}`,
          file,
          area,
          text: lines.with(index, mutated).join("\n"),
        };
      }),
    );
  });
}
