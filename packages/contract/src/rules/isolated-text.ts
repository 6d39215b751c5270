const LETTER = String.raw`[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]`;
/** Words from right to left in a row, with what stands between them. */
const RUN = new RegExp(String.raw`${LETTER}(?:[\p{M}\p{Zs}'"’.-]|${LETTER})*(?<=${LETTER}|\p{M})`, "gu");

const FIRST_STRONG_ISOLATE = "\u2068";
const POP_ISOLATE = "\u2069";

/**
 * A sentence in which what is written from right to left keeps to itself: a number or a full stop behind a name stays behind it. For
 * notices, questions and mails, which are one text; where a value is an element of its own, CSS does it (global.css). Never for text
 * that programs read: the marks would become part of it.
 */
export const isolatedText = (text: string): string => text.replace(RUN, `${FIRST_STRONG_ISOLATE}$&${POP_ISOLATE}`);
