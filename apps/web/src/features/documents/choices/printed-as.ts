import { unprintableTexts, type DocumentModel, type PrintedAs } from "@ridgebook/documents";
import type { FieldError } from "#ui/error-summary.tsx";

/** The form field for spellings. */
export const PRINTED_AS_FIELD = "printedAs";

const LATIN = /^[\p{Script=Latin}\p{Script=Common}\p{M}]*$/u;
const PICTURES = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/** Whether a text can replace an unprintable one: Latin letters, digits and signs. */
export const isSpelling = (text: string): boolean => LATIN.test(text) && !PICTURES.test(text);

/** Words need a spelling; text without letters, such as an emoji, may be dropped. */
export const mayBeLeftOut = (text: string): boolean => !/\p{L}/u.test(text);

/** The error that blocks making a paper with unprintable words without a confirmed spelling. */
export const printingProblem = (model: DocumentModel): FieldError | undefined => {
  const [first, ...others] = unprintableTexts(model);
  if (!first) return undefined;
  const more = others.length === 0 ? "" : ` and ${String(others.length)} more`;
  return {
    field: PRINTED_AS_FIELD,
    label: "Printed as",
    message: `“${first.text}” in ${first.place}${more} cannot be printed. Enter a spelling and let the owner confirm it.`,
  };
};

/** A name in its own script, if a spelling is printed; undefined for a name printed as it is. */
export function originalOf(name: string, printedAs: PrintedAs | undefined): string | undefined {
  const original = Object.entries(printedAs ?? {}).reduce(
    (text, [own, spelling]) => (spelling === "" ? text : text.replace(spelling, own)),
    name,
  );
  return original === name ? undefined : original;
}
