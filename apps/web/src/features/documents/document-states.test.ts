import { describe, expect, test } from "vitest";
import { emailState, kindLabel, pdfState, refusalReason, syncState } from "#features/documents/document-states.ts";

const document = { pdfStatus: 5, pdfFailure: "", signatures: {} };

describe("the state of a PDF", () => {
  test.each([
    { pdfStatus: 5, text: "PDF waits to be made" },
    { pdfStatus: 4, text: "PDF is being made" },
    { pdfStatus: 1, text: "PDF ready" },
    { pdfStatus: 2, text: "PDF failed" },
    { pdfStatus: 3, text: "PDF skipped" },
    { pdfStatus: 0, text: undefined },
  ])("[DOC-24][DOC-04] status $pdfStatus reads $text", ({ pdfStatus, text }) => {
    expect(pdfState({ ...document, pdfStatus })?.text).toBe(text);
  });

  test("[OP-65] a failure says why, and a signed document keeps the PDF it was signed with", () => {
    expect(pdfState({ ...document, pdfStatus: 2, pdfFailure: "The logo is missing." })?.text).toBe(
      "PDF failed: The logo is missing.",
    );
    const signatures = { customer: { url: "", timestamp: "2026-05-14T14:24:08.000Z" } };
    expect(pdfState({ ...document, pdfStatus: 3, signatures })?.text).toBe("Signed PDF kept as it is");
  });
});

test("[DOC-27] each address of a sending has its words", () => {
  expect([0, 1, 2, 3, 4].map((status) => emailState(status).text)).toEqual([
    "Failed",
    "Sent",
    "Waits to be sent",
    "Sending",
    "Not sent",
  ]);
});

test("[DOC-23] an unknown type is only a document", () => {
  expect(kindLabel(7)).toBe("Change order");
  expect(kindLabel(99)).toBe("Document");
});

test("[DOC-31] a document that waits says so, one that arrived says nothing", () => {
  expect(syncState("waiting")?.text).toBe("On this device, waits for a signal");
  expect(syncState("synced")).toBeUndefined();
});

test("[SIGN-58] a refused document says why, in the words about its fields where there are some", () => {
  const title = "The document was not stored.";
  const problem = { status: 422, code: "validation" as const, title };
  const errors = { "data.model": ["The total on the paper is $99,999.00, and the estimate comes to $12,000.00."] };
  expect(refusalReason({ sync: "failed", problem: { ...problem, errors } })).toBe(errors["data.model"][0]);
  expect(refusalReason({ sync: "failed", problem })).toBe(title);
  expect(refusalReason({ sync: "failed" })).toBe("The server did not say why.");
  expect(refusalReason({ sync: "waiting", problem })).toBeUndefined();
});
