import type { LocalDocument } from "#local-data/documents/document-store.ts";
import { isAppleTouch } from "#ui/apple-touch.ts";

const PDF = "application/pdf";

/** "Contract, Roofing 2026-0514-K7QD.pdf", without characters that file systems reject. */
export function pdfName({ name, data }: Pick<LocalDocument, "name" | "data">): string {
  const number = data["number"] ?? "";
  const plain = (name.includes(number) ? name : `${name} ${number}`)
    .replace(/[\\/:*?"<>|]+/g, " ")
    .replace(/\s+/g, " ");
  return `${plain.trim() || "Document"}.pdf`;
}

export const pdfFile = (pdf: Uint8Array, name: string): File => new File([pdf.slice()], name, { type: PDF });

/** Whether this browser can share files with other apps. */
export function canShare(): boolean {
  const { canShare: ask } = navigator as Partial<Navigator>;
  return ask?.call(navigator, { files: [new File([""], "document.pdf", { type: PDF })] }) ?? false;
}

/** Whether sharing is how files leave an app: on iPads and iPhones, where a saved file is hard to find again. */
export const sharesFirst = (): boolean => isAppleTouch(navigator) && canShare();

/** Shares a file with another app. Canceling is not an error. */
export async function shareFile(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file], title: file.name });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
}
