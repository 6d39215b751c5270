import { expect, test } from "vitest";
import { foldedWords, hasEveryWord, searchWords } from "./search-words.ts";

test.each([
  { typed: "Whitfield", finds: ["whitfield"] },
  { typed: "  Karen   WHITFIELD ", finds: ["karen", "whitfield"] },
  { typed: "Karen & Tom", finds: ["karen", "tom"] },
  { typed: "José Núñez", finds: ["jose", "nunez"] },
  { typed: "karen karen", finds: ["karen"] },
  { typed: "(616) 555-0168", finds: ["6165550168"] },
  { typed: "+1 616.555.0168", finds: ["6165550168"] },
  { typed: "1-616-555-0168", finds: ["6165550168"] },
  { typed: "555-0168", finds: ["5550168"] },
  // Hyphens as word processors set them.
  { typed: "555–0168", finds: ["5550168"] },
  { typed: "269\u2011555", finds: ["269-555"] },
  { typed: "Karen (616) 555-0168", finds: ["karen", "616", "5550168"] },
  { typed: "karen +1 6165550168", finds: ["karen", "6165550168"] },
  { typed: "616-555", finds: ["616-555"] },
  { typed: "616.555", finds: ["616555"] },
  { typed: "37-12 84th St", finds: ["37-12", "84th", "st"] },
  { typed: "C-10423", finds: ["c-10423"] },
  { typed: "karen.w@mail.test", finds: ["karen.w@mail.test"] },
  { typed: "a\u0000b", finds: ["a", "b"] },
  { typed: "O'Brien", finds: ["obrien"] },
  { typed: "O’Brien OʼBrien OBrien o\u00b4brien", finds: ["obrien"] },
  { typed: "Łódź", finds: ["lodz"] },
  { typed: "Strauß Øst Æbeltoft Đorđe", finds: ["strauss", "ost", "aebeltoft", "dorde"] },
  { typed: "Wei\u00adss Núñez\u202e", finds: ["weiss", "nunez"] },
  { typed: "49048", finds: ["49048"] },
  // Signs are looked for as they stand, and so find what holds them: nothing, as a rule.
  { typed: "& - %", finds: ["& - %"] },
  { typed: "🏠", finds: ["🏠"] },
  { typed: "'", finds: ["'"] },
  // Nothing is asked for yet.
  { typed: "", finds: [] },
  { typed: "\u0000 \u200b", finds: [] },
  { typed: "(", finds: [] },
  { typed: "+1", finds: [] },
  { typed: "1 2 3 4 5 6 7 8 9 a", finds: ["1", "2", "3", "4", "5", "6", "7", "8"] },
])("[LEAD-01] searching $typed looks for $finds", ({ typed, finds }) => {
  expect(searchWords(typed)).toEqual(finds);
});

test.each([
  { text: "Siobhán O’Brien, Łódź", typed: "obrien lodz", isFound: true },
  { text: "Siobhán O’Brien", typed: "O'BRIEN", isFound: true },
  { text: "Siobhán O’Brien", typed: "brien lodz", isFound: false },
  { text: "Siobhán O’Brien", typed: "  ", isFound: true },
  // Signs alone find nothing, rather than everything.
  ...["'", "’", "🏠", "`"].map((typed) => ({ text: "Siobhán O’Brien", typed, isFound: false })),
])("[LEAD-28] in every other search, too, $typed is found in $text: $isFound", ({ text, typed, isFound }) => {
  expect(hasEveryWord(text, typed)).toBe(isFound);
});

test("[LEAD-28] invisible characters are no word", () => {
  expect(foldedWords("\u200b \u00ad")).toEqual([]);
});
