import { AGREED_SCENARIOS, numbersOf } from "@ridgebook/documents/testing/agreed-scenarios";
import { expect, test } from "vitest";
import { buildsOn, signedWorkOf, standingContractsOf } from "#features/documents/signing/papers-before.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";

const signatures = { customer: { url: "", timestamp: "2026-05-14T14:24:08.000Z" } };

test.each(AGREED_SCENARIOS)("[SIGN-71] to a device $name is agreed as $agreed", ({ papers, agreed }) => {
  const documents = papers.map((paper) => ({ ...paper, signatures }) as unknown as LocalDocument);
  const works = signedWorkOf(documents);
  expect(numbersOf(works)).toEqual(agreed);
  for (const { contract } of works) {
    const [own = []] = agreed.filter(([number]) => number === contract.data["number"]);
    // The next change order of each names all that is agreed with it.
    expect(buildsOn({ kind: "changeOrder", basedOnId: Number(contract.id), sourceId: undefined }, documents)).toEqual(
      own,
    );
    expect(standingContractsOf(documents).map(({ id }) => id)).toContain(contract.id);
  }
});

test("[SIGN-71] an unsent contract on this device replaces the one that it was made from", () => {
  const at = (id: number, given: Partial<LocalDocument>): LocalDocument =>
    ({
      id,
      type: 1,
      workflows: ["4"],
      findings: [],
      supersededById: null,
      signatures,
      createdTime: `2026-05-14T15:0${String(Math.abs(id))}:00.000Z`,
      ...given,
    }) as unknown as LocalDocument;
  const first = at(1, { data: { number: "A", fingerprint: "a", buildsOn: "[]" } });
  // Until they are sent, other documents are named in separate members of the device.
  const next = { ...at(-2, { data: { number: "B", fingerprint: "b", buildsOn: '["a"]' } }), sourceId: 1 };
  expect(numbersOf(signedWorkOf([first, next]))).toEqual([["B"]]);
});
