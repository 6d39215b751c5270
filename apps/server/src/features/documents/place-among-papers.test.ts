import type { DocumentFinding } from "@ridgebook/contract";
import type { WeighedPaper } from "@ridgebook/documents";
import { expect, test } from "vitest";
import { findingsAfterDeletion } from "./place-among-papers.ts";

const contract = (id: number, workflows: string[], total: number, more: Partial<WeighedPaper> = {}): WeighedPaper => ({
  id,
  kind: "contract",
  number: `2026-0514-${String(id)}`,
  createdTime: `2026-05-14T12:0${String(id)}:00.000Z`,
  fingerprint: `fingerprint ${String(id)}`,
  buildsOn: [],
  basedOnId: undefined,
  sourceId: undefined,
  supersededById: null,
  isBesideAnother: false,
  workflows,
  total,
  addendum: 0,
  ...more,
});

test("[SIGN-25] after a deletion each paper says whether it is counted, and the amount that is agreed with all of these marks", () => {
  // The contract of gutters replaced that of the roof, so one of roof and siding counted, and one of siding, signed beside it, did not.
  const roof = contract(1, ["1"], 1_000, { supersededById: 2 });
  const gutters = contract(2, ["4"], 50, { sourceId: 1 });
  const roofAndSiding = contract(3, ["1", "2"], 300);
  const siding = contract(4, ["2"], 7, { isBesideAnother: true });
  const marked: DocumentFinding = { kind: "supersededBase", text: "This one is kept and not counted." };

  const changed = findingsAfterDeletion(
    {
      before: [roof, gutters, roofAndSiding, siding],
      remaining: [{ ...roof, supersededById: null }, roofAndSiding, siding],
    },
    (id) => (id === siding.id ? [marked] : []),
    "Contract 2026-0514-2 was deleted",
  );

  // The roof of May 14 is in force again, 1,000, so the second contract of a roof is not; then nothing stands beside the siding, 7.
  const agreed = "Agreed for this estimate now: $1,007.00.";
  expect(Object.fromEntries(changed)).toEqual({
    3: [
      {
        kind: "supersededBase",
        text: `Contract 2026-0514-2 was deleted: this one is not counted any more. ${agreed}`,
      },
    ],
    4: [
      {
        kind: "supersededBase",
        text: `${marked.text} Contract 2026-0514-2 was deleted: this one is counted. ${agreed}`,
      },
    ],
  });
});
