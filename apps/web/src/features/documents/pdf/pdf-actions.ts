import type { LocalDocument } from "#local-data/documents/document-store.ts";

const PDF = "application/pdf";

/** "Contract, Roofing 2026-0514-K7QD.pdf"; characters that file systems refuse are left out. */
export function pdfName({ name, data }: Pick<LocalDocument, "name" | "data">): string {
  const number = data["number"] ?? "";
  const plain = (name.includes(number) ? name : `${name} ${number}`)
    .replace(/[\\/:*?"<>|]+/g, " ")
    .replace(/\s+/g, " ");
  return `${plain.trim() || "Document"}.pdf`;
}

export const pdfFile = (pdf: Uint8Array, name: string): File => new File([pdf.slice()], name, { type: PDF });

/** How long a browser may take to begin with what it was given. */
const ADDRESS_LIVES_MS = 60_000;

function withAddress(file: Blob, work: (url: string) => void): void {
  const url = URL.createObjectURL(file);
  work(url);
  setTimeout(() => URL.revokeObjectURL(url), ADDRESS_LIVES_MS);
}

/** Puts a file into the device's downloads. */
export function saveFile(file: File): void {
  withAddress(file, (url) => {
    const link = document.createElement("a");
    link.href = url;
    link.download = file.name;
    document.body.append(link);
    link.click();
    link.remove();
  });
}

/** Whether this browser hands files over to other apps. */
export function canShare(): boolean {
  const { canShare: ask } = navigator as Partial<Navigator>;
  return ask?.call(navigator, { files: [new File([""], "document.pdf", { type: PDF })] }) ?? false;
}

/** Hands a file over to another app. A person who thinks better of it is no failure. */
export async function shareFile(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file], title: file.name });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
}

/**
 * Opens a tab at once, as browsers allow only in the moment of the press, and shows a file there when it is read. From there it can
 * also be printed. A tab that the browser refuses: the file is saved instead.
 */
export async function openFile(read: () => Promise<File>): Promise<void> {
  const tab = window.open("", "_blank");
  try {
    const file = await read();
    if (!tab) {
      saveFile(file);
      return;
    }
    withAddress(file, (url) => {
      tab.location.href = url;
    });
  } catch (error) {
    tab?.close();
    throw error;
  }
}
