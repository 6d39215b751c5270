import { LOCALE } from "@ridgebook/contract";

const UNITS = ["KB", "MB", "GB", "TB"] as const;
const BYTES_IN_KB = 1024;

/** "0 KB", "812 KB", "3.4 GB": at most one decimal. */
export function storageText(bytes: number): string {
  if (bytes === 0) return "0 KB";
  let amount = bytes / BYTES_IN_KB;
  let unit = 0;
  while (Math.round(amount * 10) / 10 >= BYTES_IN_KB && unit < UNITS.length - 1) {
    amount /= BYTES_IN_KB;
    unit += 1;
  }
  const digits = amount < 10 ? 1 : 0;
  return `${Math.max(amount, 0.1).toLocaleString(LOCALE, { maximumFractionDigits: digits })} ${UNITS[unit] ?? ""}`;
}
