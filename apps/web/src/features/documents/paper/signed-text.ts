import { formatTime } from "@ridgebook/contract";

/** "Signed May 14, 2026, 10:24:08 AM EDT", as in the PDF. */
export const signedText = (timestamp: string, timeZone: string): string =>
  `Signed ${formatTime({
    time: timestamp,
    timeZone,
    month: "long",
    day: "numeric",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
  }).replace(" at ", ", ")}`;
