import { createHmac, randomBytes } from "node:crypto";
import { WEBHOOK_HEADERS, WEBHOOK_SECRET_START } from "@ridgebook/contract";

const RANDOM_BYTES = 32;

export const makeWebhookSecret = (): string =>
  `${WEBHOOK_SECRET_START}${randomBytes(RANDOM_BYTES).toString("base64url")}`;

/** Headers that authenticate sender, message and time of the attempt; the signature covers the time and the body, which prevents replay. */
export function signedHeaders({
  secret,
  messageId,
  event,
  body,
  now,
}: {
  secret: string;
  messageId: string;
  event: string;
  body: string;
  now: Date;
}): Record<string, string> {
  const time = String(Math.floor(now.getTime() / 1000));
  const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return {
    [WEBHOOK_HEADERS.id]: messageId,
    [WEBHOOK_HEADERS.event]: event,
    [WEBHOOK_HEADERS.time]: time,
    [WEBHOOK_HEADERS.signature]: `v1=${signature}`,
  };
}
