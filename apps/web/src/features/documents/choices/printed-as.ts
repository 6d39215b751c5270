import { unprintableTexts, type DocumentModel, type PrintedAs } from "@ridgebook/documents";
import type { FieldError } from "#ui/error-summary.tsx";

/** Where spellings are entered, as a field of the form. */
export const PRINTED_AS_FIELD = "printedAs";

const LATIN = /^[\p{Script=Latin}\p{Script=Common}\p{M}]*$/u;
const PICTURES = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/** Whether a text can stand for one that cannot be printed: letters of the Latin script, digits and signs. */
export const isSpelling = (text: string): boolean => LATIN.test(text) && !PICTURES.test(text);

/** Words are spelled; what holds no letter, such as a picture, can also be left out. */
export const mayBeLeftOut = (text: string): boolean => !/\p{L}/u.test(text);

/** What must be mended before a paper can be made: words in it that cannot be printed and have no confirmed spelling. */
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

/** What a name is in its own script, where a spelling of it is printed; undefined for a name that is printed as it is. */
export function originalOf(name: string, printedAs: PrintedAs | undefined): string | undefined {
  const original = Object.entries(printedAs ?? {}).reduce(
    (text, [own, spelling]) => (spelling === "" ? text : text.replace(spelling, own)),
    name,
  );
  return original === name ? undefined : original;
}
