import type { DocumentModel } from "#model/document-model.ts";
import type { PdfInput } from "#pdf/definition.ts";
import { readFontFiles } from "#pdf/read-font-files.node.ts";
import { drawLogo, drawPhoto, drawSignature } from "#pdf/testing/draw-png.ts";

export const SAMPLE_FILES = new Map([
  ["logo", { name: "logo.png", contentType: "image/png", bytes: drawLogo() }],
  ["photo-1", { name: "front.png", contentType: "image/png", bytes: drawPhoto(320, 240) }],
  ["photo-2", { name: "chimney.png", contentType: "image/png", bytes: drawPhoto(240, 320) }],
]);

export const SAMPLE_FINGERPRINT = "9f2c41d70b6e88a3c0ffee00112233445566778899aabbccddeeff005d1ec074";

/** Signatures of the three who sign, 43 seconds apart, 10:24:08 AM in Detroit. */
export const SAMPLE_SIGNATURES = [
  { key: "customer", picture: drawSignature(0), timestamp: "2026-05-14T14:24:08.000Z" },
  { key: "customer2", picture: drawSignature(4), timestamp: "2026-05-14T14:24:51.000Z" },
  { key: "salesperson", picture: drawSignature(8), timestamp: "2026-05-14T14:25:30.000Z" },
];

/** What a sample's PDF is made from; signed on demand. */
export async function sampleInput(
  model: DocumentModel,
  { isSigned = false, files = new Map() }: { isSigned?: boolean; files?: PdfInput["files"] } = {},
): Promise<PdfInput> {
  return {
    model,
    files: new Map([...SAMPLE_FILES, ...files]),
    signatures: isSigned ? SAMPLE_SIGNATURES : [],
    fingerprint: isSigned ? SAMPLE_FINGERPRINT : null,
    fonts: await readFontFiles(),
  };
}
