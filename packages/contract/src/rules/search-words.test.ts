import { expect, test } from "vitest";
import { searchWords } from "./search-words.ts";

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
  { typed: "Karen (616) 555-0168", finds: ["karen", "616", "5550168"] },
  { typed: "karen +1 6165550168", finds: ["karen", "6165550168"] },
  { typed: "616-555", finds: ["616-555"] },
  { typed: "616.555", finds: ["616555"] },
  { typed: "37-12 84th St", finds: ["37-12", "84th", "st"] },
  { typed: "C-10423", finds: ["c-10423"] },
  { typed: "karen.w@mail.test", finds: ["karen.w@mail.test"] },
  { typed: "a\u0000b", finds: ["a", "b"] },
  { typed: "& - %", finds: [] },
  { typed: "", finds: [] },
  { typed: "1 2 3 4 5 6 7 8 9 a", finds: ["1", "2", "3", "4", "5", "6", "7", "8"] },
])("[LEAD-01] searching $typed looks for $finds", ({ typed, finds }) => {
  expect(searchWords(typed)).toEqual(finds);
});
