import { expect, test } from "vitest";
import { renderCertificate, type CertificateInput } from "#pdf/certificate.ts";
import { readFontFiles } from "#pdf/read-font-files.node.ts";
import { readPdf, withoutSpaces } from "#pdf/testing/read-pdf.ts";
import { SAMPLE_FINGERPRINT } from "#pdf/testing/sample-input.ts";
import { sampleContract } from "#pdf/testing/sample-models.ts";

const FILE_HASH = "0123456789abcdef".repeat(4);

const certificate = async (events: CertificateInput["events"]): Promise<CertificateInput> => ({
  model: sampleContract(),
  documentId: 41,
  fileHash: FILE_HASH,
  fingerprint: SAMPLE_FINGERPRINT,
  events,
  fonts: await readFontFiles(),
});

test("[PAPER-17] one page shows who signed, with which words and when, and both hashes", async () => {
  const signed = {
    what: "Signed",
    who: "Karen Whitfield, owner",
    when: "May 14, 2026, 10:24:08 AM EDT",
    details: ["Received by the server May 14, 2026, 10:26:01 AM EDT", "Tablet, 203.0.113.7"],
  };
  const { pages } = await readPdf(renderCertificate(await certificate([signed, signed, signed])));
  expect(pages).toHaveLength(1);
  const letters = pages[0]?.letters ?? "";
  for (const text of [
    "Certificate of signatures",
    "Home improvement contract",
    "Record 41",
    "Karen Whitfield",
    "Dana Mercer",
    "I sign for North Gable Exteriors.",
    signed.when,
    ...signed.details,
    FILE_HASH,
    SAMPLE_FINGERPRINT,
    "Page 1 of 1",
  ])
    expect(letters).toContain(withoutSpaces(text));
});

test("[PAPER-17] a long history continues on another page with its head", async () => {
  const events = Array.from({ length: 40 }, (_, index) => ({
    what: `Opened ${index}.`,
    who: "",
    when: "May 15, 2026, 9:00:00 AM EDT",
    details: ["Entry"],
  }));
  const { pages } = await readPdf(renderCertificate(await certificate(events)));
  expect(pages.length).toBeGreaterThan(1);
  const letters = pages.map((page) => page.letters).join("");
  for (const { what } of events) expect(letters).toContain(withoutSpaces(what));
  expect(pages[1]?.letters).toContain("EventByWhen");
});

test("[SIGN-37] unprintable text is described as another script, never shown as boxes", async () => {
  const event = { what: "Received", who: "משה Cohen", when: "May 15, 2026", details: ["Tablet of 李"] };
  const input = await certificate([event]);
  const model = { ...input.model, parties: [{ caption: "Owner", strong: ["李小龙"], lines: [] }] };
  const letters = (await readPdf(renderCertificate({ ...input, model }))).pages[0]?.letters ?? "";
  for (const text of ["[another script] Cohen", "Tablet of [another script]", "Owner[another script]"])
    expect(letters).toContain(withoutSpaces(text));
});
