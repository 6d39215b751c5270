import { EMAIL_STATUSES, type LeadTimelineEvent } from "@ridgebook/contract";

/** An event to show, from the server or the device. Ids may be local. */
export interface ShownEvent extends Omit<LeadTimelineEvent, "estimateId" | "documentId"> {
  readonly estimateId: number | null;
  readonly documentId: number | null;
}

const MAIL_STATES: Readonly<Record<number, string>> = {
  [EMAIL_STATUSES.pending]: ", not sent yet",
  [EMAIL_STATUSES.sending]: ", not sent yet",
  [EMAIL_STATUSES.failure]: ", not delivered",
  [EMAIL_STATUSES.skipped]: ", not sent",
};

/**
 * "Contract 12 signed by Karen Whitfield"
 *
 * @param nameOf the name of a user, "" for no one
 */
export function timelineText(event: ShownEvent, nameOf: (id: number | null) => string): string {
  const { text, name } = event;
  const person = nameOf(event.personId) || "nobody";
  switch (event.kind) {
    case "leadCreated":
      return "Lead added";
    case "meeting":
      return "Meeting";
    case "status":
      return `Status changed to ${text || "none"}`;
    case "salesperson":
      return `Salesperson changed to ${person}`;
    case "secondSalesperson":
      return `Second salesperson changed to ${person}`;
    case "estimateCreated":
      return `Estimate ${name} made`;
    case "documentCreated":
      return `${name} made`;
    case "mail":
      return `${name} mailed to ${text}${MAIL_STATES[event.emailStatus ?? EMAIL_STATUSES.success] ?? ""}`;
    case "signed":
      return text ? `${name} signed by ${text}` : `${name} signed`;
    case "superseded":
      return `${name} replaced by a newer signed paper`;
  }
}
