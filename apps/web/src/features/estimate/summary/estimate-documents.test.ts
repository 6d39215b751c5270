import { expect, test } from "vitest";
import { listDocuments } from "#features/estimate/summary/estimate-documents.ts";

const documents = [
  { id: 1, name: "Roof contract", type: 1, createdTime: "2026-05-14T13:00:00.000Z" },
  { id: 2, name: "", type: 4 },
  "nothing",
  { id: 3, name: "Addition", type: 7 },
];

test("[EST-06] documents are filtered by type", () => {
  expect(listDocuments(documents, 1).map(({ id }) => id)).toEqual([1]);
  expect(listDocuments(documents, 8)).toEqual([]);
});

test("[EST-26] every document is listed, by its name or else its kind's", () => {
  expect(listDocuments(documents).map(({ name }) => name)).toEqual(["Roof contract", "Cost estimate", "Addition"]);
});
