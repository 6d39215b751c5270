const LETTER = String.raw`[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]`;
/** A run of right-to-left words with the characters between them. */
const RUN = new RegExp(String.raw`${LETTER}(?:[\p{M}\p{Zs}'"’.-]|${LETTER})*(?<=${LETTER}|\p{M})`, "gu");

const FIRST_STRONG_ISOLATE = "\u2068";
const POP_ISOLATE = "\u2069";

/**
 * Isolates right-to-left words in a sentence, so that a following number or full stop stays behind them. For notices, questions and mails,
 * which are one text; values in their own element use CSS (global.css). Never for text that programs read: it adds invisible marks.
 */
export const isolatedText = (text: string): string => text.replace(RUN, `${FIRST_STRONG_ISOLATE}$&${POP_ISOLATE}`);
