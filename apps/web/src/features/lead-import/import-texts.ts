import { formatPhone, type DuplicateReason, type LeadDuplicate, type LeadImport } from "@ridgebook/contract";
import type { Progress } from "./run-import.ts";
import { countedText, countText } from "#ui/counted-text.ts";

const REASONS: Record<DuplicateReason, string> = {
  externalId: "id in the other product",
  phone: "phone",
  email: "e-mail",
  nameAndAddress: "name and address",
};

/** The common value: "phone (616) 555-0137"; a name and an address are shown beside it. */
export const sameText = ({ same, sameValue }: Pick<LeadDuplicate, "same" | "sameValue">): string =>
  same === "nameAndAddress" ? REASONS[same] : `${REASONS[same]} ${formatPhone(sameValue)}`.trim();

export const duplicatesNote = (duplicates: readonly LeadDuplicate[]): string => {
  const inFile = duplicates.filter(({ like }) => like.leadId === null).length;
  if (inFile === duplicates.length) return "All of them are in the file itself.";
  return inFile === 0
    ? "All of them are like leads that you have."
    : `${countText(inFile)} of them ${inFile === 1 ? "is" : "are"} in the file itself.`;
};

/** "1,243 leads imported, 2 updated" */
export const resultText = ({ addedCount, updatedCount }: Pick<LeadImport, "addedCount" | "updatedCount">): string =>
  `${countedText(addedCount, "lead")} imported${updatedCount === 0 ? "" : `, ${countText(updatedCount)} updated`}`;

export function progressText({ what, done, total, isPaused }: Progress): string {
  if (isPaused) return "No answer from the server. The import continues when there is a signal.";
  const share = total === 0 ? "" : ` ${countText(Math.floor((done / total) * 100))} %`;
  if (what === "sending") return `Sending the rows.${share}`;
  return what === "checking" ? `Looking for duplicates.${share}` : `Importing.${share}`;
}

export const failureText = (failure: LeadImport["failure"]): string =>
  failure === "salespersonGone"
    ? "Nothing was imported: a salesperson in the file is no longer an active user. Choose who takes their leads, and check again."
    : "Nothing was imported: something went wrong on the server. Check the file again.";
