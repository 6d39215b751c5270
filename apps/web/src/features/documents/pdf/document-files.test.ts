import type { DocumentModel } from "@ridgebook/documents";
import { expect, test } from "vitest";
import { readDocumentFiles } from "#features/documents/pdf/document-files.ts";
import { PdfProblem } from "#features/documents/pdf/make-pdf.ts";
import { pdfName } from "#features/documents/pdf/pdf-actions.ts";

const model = {
  company: { logoFileId: "aa" },
  sections: [
    { heading: "Warranty", blocks: [{ kind: "pictures", perRow: 1, pictures: [{ fileId: "bb", caption: "" }] }] },
  ],
  attachmentFileIds: ["cc", "dd"],
} as unknown as DocumentModel;

const file = { contentType: "image/png", bytes: Uint8Array.of(1) };

test("every file of the paper is read under the company's address", async () => {
  const asked: string[] = [];
  const read = (url: string) => {
    asked.push(url);
    return Promise.resolve(file);
  };
  expect([...(await readDocumentFiles(model, { companyId: 7, read })).keys()]).toEqual(["aa", "bb", "cc", "dd"]);
  expect(asked[0]).toBe("/api/Files/Download/aa?companyId=7");
});

test("[DOC-30] files that are nowhere are named, and nothing is made without them", async () => {
  const read = (url: string) => Promise.resolve(url.includes("/aa?") ? file : undefined);
  const reading = readDocumentFiles(model, { companyId: 7, read });
  await expect(reading).rejects.toBeInstanceOf(PdfProblem);
  await expect(reading).rejects.toThrow(
    'Not on this device: a picture of "Warranty", attachment 1 of 2, attachment 2 of 2.',
  );
});

test("a PDF is named after its document and number, without what file systems refuse", () => {
  expect(pdfName({ name: "Contract: roof/gutters", data: { number: "2026-0514-K7QD" } })).toBe(
    "Contract roof gutters 2026-0514-K7QD.pdf",
  );
});
