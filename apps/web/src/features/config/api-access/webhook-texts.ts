import type { DeliveredEvent, DeliveryFailure, Webhook, WebhookDelivery } from "@ridgebook/contract";
import { countedText } from "#ui/counted-text.ts";
import type { TagTone } from "#ui/tag.tsx";

export const EVENT_LABELS: Readonly<Record<DeliveredEvent, string>> = {
  "lead.created": "Lead created",
  "lead.changed": "Lead changed",
  "document.signed": "Document signed",
  test: "Test",
};

const FAILURES: Readonly<Record<Exclude<DeliveryFailure, "status">, string>> = {
  hostNotFound: "The server was not found. Check the address.",
  notAllowed: "The address leads into a private network, which is not allowed.",
  portNotAllowed: "The port is not used for https. Use 443 or 8443.",
  refused: "The server refused the connection.",
  timedOut: "The server did not answer within 10 seconds.",
  unreachable: "The server could not be reached.",
  certificate: "The server’s certificate is not valid for its name.",
  brokenOff: "The server broke off, or does not speak https.",
  paused: "Not sent: the webhook was paused.",
  companyInactive: "Not sent: the company was deactivated.",
  secretLost: "The signing secret can no longer be read. Replace it.",
};

/** The result of the last try; undefined if it has no error. */
export function outcomeText({
  failure,
  statusCode,
}: Pick<WebhookDelivery, "failure" | "statusCode">): string | undefined {
  if (failure === null) return statusCode === null ? undefined : `Answered ${String(statusCode)}`;
  if (failure !== "status") return FAILURES[failure];
  const isRedirect = statusCode !== null && statusCode >= 300 && statusCode < 400;
  return isRedirect
    ? `Answered ${String(statusCode)}. Redirects are not followed: enter the address it leads to.`
    : `Answered ${String(statusCode)}, which is not a success.`;
}

interface State {
  readonly label: string;
  readonly tone: TagTone;
}

export function deliveryState({ state, tries }: Pick<WebhookDelivery, "state" | "tries">): State {
  switch (state) {
    case "delivered":
      return { label: "Delivered", tone: "ok" };
    case "givenUp":
      return { label: "Given up", tone: "bad" };
    case "waiting":
      return tries === 0 ? { label: "Waiting", tone: "neutral" } : { label: "Trying again", tone: "warn" };
  }
}

export function webhookState({ active, lastState }: Pick<Webhook, "active" | "lastState">): State {
  if (!active) return { label: "Paused", tone: "neutral" };
  return lastState === "givenUp" ? { label: "Last one failed", tone: "bad" } : { label: "On", tone: "ok" };
}

export const triesText = (tries: number): string => countedText(tries, "try", "tries");

export const eventsText = (events: readonly DeliveredEvent[]): string =>
  events.map((event) => EVENT_LABELS[event]).join(", ");
