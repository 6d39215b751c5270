import { createHmac, randomBytes } from "node:crypto";
import { WEBHOOK_HEADERS, WEBHOOK_SECRET_START } from "@ridgebook/contract";

const RANDOM_BYTES = 32;

export const makeWebhookSecret = (): string =>
  `${WEBHOOK_SECRET_START}${randomBytes(RANDOM_BYTES).toString("base64url")}`;

/**
 * The headers by which a receiver knows who sends, what, and that it is not an old message sent again by somebody else: the time is that
 * of this try, and the signature covers it together with the body.
 */
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
