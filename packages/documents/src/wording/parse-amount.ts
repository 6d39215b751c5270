const AMOUNT = /^[+−-]?\$?\d{1,3}(?:,?\d{3})*\.\d{2}$/;

/** Dollars of an amount as papers print it ("1,234.50", "−$204.20", "+5.97"); null for any other text. */
export function parseAmount(text: string): number | null {
  const trimmed = text.trim();
  if (!AMOUNT.test(trimmed)) return null;
  const digits = Number(trimmed.replace(/[^\d.]/g, ""));
  return /^[−-]/.test(trimmed) && digits !== 0 ? -digits : digits;
}
