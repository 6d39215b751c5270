import { AGREED_SCENARIOS, numbersOf } from "@ridgebook/documents/testing/agreed-scenarios";
import { expect, test } from "vitest";
import { signedWorksOf } from "./check-signed.ts";
import type { DocumentRow } from "./document-repository.ts";

test.each(AGREED_SCENARIOS)("[SIGN-71] to the server $name is agreed as $agreed", ({ papers, agreed }) => {
  const rows = papers.map(
    (paper) => ({ ...paper, createdTime: new Date(paper.createdTime) }) as unknown as DocumentRow,
  );
  expect(numbersOf(signedWorksOf(rows))).toEqual(agreed);
});
