import type { PdfDefinition } from "#pdf/definition.ts";
import type { Ink } from "#pdf/ink.ts";
import type { TextStyle } from "#pdf/type-styles.ts";
import type { Span } from "#pdf/typesetter.ts";

/* A definition as a person can review it: a line for everything that is printed, with its place. */

const FAMILIES = { sans: "Inter", sansMedium: "Inter Medium", serif: "Source Serif 4" } as const;

/** As a file tells it first, with three decimals. */
const number = (value: number): string => (Math.round(value * 1000) / 1000).toFixed(1);

const fontOf = (span: Span | undefined, { family, size }: TextStyle): string =>
  [FAMILIES[span?.family ?? family], span?.isBold ? "bold" : "", span?.isItalic ? "italic" : "", size]
    .filter((part) => part !== "")
    .join(" ");

function plainText(spans: readonly Span[]): string {
  const [only] = spans;
  if (only && spans.length === 1) return only.text;
  return spans.map(({ text, isBold }) => `${isBold ? "*" : ""}${text}`).join("|");
}

function describeInk(ink: Ink): string {
  const at = (x: number, y: number): string => `${number(y).padStart(6)} ${number(x).padStart(6)} `;
  switch (ink.type) {
    case "line": {
      const { line, style, endsIn } = ink;
      const column = endsIn === undefined ? "" : `right in ${number(endsIn)}, `;
      return `${at(ink.x, ink.y)} ${column}${fontOf(line.spans[0], style)}: ${plainText(line.spans)}`;
    }
    case "rule":
      return `${at(ink.x, ink.y)} rule of ${number(ink.length)}, ${ink.weight} pt, ${ink.color}`;
    case "path": {
      const points = ink.points.map(([x, y]) => `${number(x)},${number(y)}`).join(" ");
      return `${at(0, 0)} path ${points}, ${ink.weight} pt`;
    }
    case "circle": {
      const weight = ink.weight > 0 ? `, ${ink.weight} pt` : "";
      return `${at(0, 0)} ellipse at ${number(ink.x)},${number(ink.y)}${weight}`;
    }
    case "drawing":
      return `${at(ink.x, ink.y)} drawing, ${number(ink.width)} × ${number(ink.height)}`;
    case "picture":
      return `${at(ink.x, ink.y)} picture ${ink.picture}, ${number(ink.width)} × ${number(ink.height)}`;
  }
}

/** Pages with a line for each thing on them: top, left, what it is. */
export const describeDefinition = ({ title, author, date, pages }: PdfDefinition): string =>
  [
    `${title} / ${author} / ${date}T12:00:00.000Z`,
    ...pages.flatMap(({ inks }, index) => ["", `page ${index + 1}`, ...inks.map(describeInk)]),
    "",
  ].join("\n");
