const EXTENSION = /^(.*?\d.*?)[\s,;]*(?:(?<=[\d\s).,;])(?:extension|ext|x)|#)\s*[.:]?\s*(\d{1,10})$/i;

/** A phone number and its extension: "269-555-0122 x14", "(269) 555-0122 ext. 14". */
export function splitExtension(cell: string): { phone: string; extension: string } {
  const [, phone, extension] = EXTENSION.exec(cell.trim()) ?? [];
  return { phone: (phone ?? cell).trim(), extension: extension ?? "" };
}
