import { z } from "zod";
import { requiredText } from "#rules/text.ts";

export const WEBHOOK_EVENTS = ["lead.created", "lead.changed", "document.signed"] as const;
const webhookEvent = z.enum(WEBHOOK_EVENTS, "An event must be lead.created, lead.changed or document.signed.");
export type WebhookEvent = z.infer<typeof webhookEvent>;

/** "test" is sent by an admin to try an address. */
export const DELIVERED_EVENTS = [...WEBHOOK_EVENTS, "test"] as const;
const deliveredEvent = z.enum(DELIVERED_EVENTS);
export type DeliveredEvent = z.infer<typeof deliveredEvent>;

/** Waiting deliveries are retried until they are delivered or given up. */
export const DELIVERY_STATES = ["waiting", "delivered", "givenUp"] as const;
export const deliveryState = z.enum(DELIVERY_STATES);
export type DeliveryState = z.infer<typeof deliveryState>;

/** Why the last attempt failed; the page explains each. */
export const DELIVERY_FAILURES = [
  /** The receiver's status was not 200 to 299. */
  "status",
  "hostNotFound",
  "notAllowed",
  "portNotAllowed",
  "refused",
  "timedOut",
  "unreachable",
  "certificate",
  "brokenOff",
  /** Given up without an attempt. */
  "paused",
  "companyInactive",
  "secretLost",
] as const;
const deliveryFailure = z.enum(DELIVERY_FAILURES);
export type DeliveryFailure = z.infer<typeof deliveryFailure>;

export const MAX_WEBHOOKS = 10;
/** The retry period of an undelivered message. */
export const DELIVERY_TRIED_DAYS = 3;
export const DELIVERY_KEPT_DAYS = 30;

/** Headers of a delivery. The signature is `v1=` and the HMAC-SHA256, in hex, of the time, a dot and the body. */
export const WEBHOOK_HEADERS = {
  id: "Ridgebook-Delivery",
  event: "Ridgebook-Event",
  /** Seconds since 1970, of this attempt. */
  time: "Ridgebook-Time",
  signature: "Ridgebook-Signature",
} as const;

/** The prefix of all signing secrets, by which a leaked one is recognized. */
export const WEBHOOK_SECRET_START = "rbw_";

const MAX_URL = 2_000;
const URL_MESSAGE = "Address must start with https://";

const url = requiredText({ field: "Address", max: MAX_URL, isPlain: true })
  .refine((value) => /^https:\/\//i.test(value) && URL.canParse(value), URL_MESSAGE)
  .refine((value) => {
    if (!URL.canParse(value)) return true;
    const { username, password } = new URL(value);
    return username === "" && password === "";
  }, "Address must not hold a user name or password. The signature tells the receiver who sends.");

const events = z
  .array(webhookEvent, "Choose at least one event.")
  .min(1, "Choose at least one event.")
  .max(WEBHOOK_EVENTS.length, "Name each event once.")
  .transform((chosen) => WEBHOOK_EVENTS.filter((each) => chosen.includes(each)));

const id = z.number().int();
const idInText = z
  .string()
  .regex(/^\d{1,15}$/, "id must be a whole number of 1 or more.")
  .transform(Number);
export const webhookIdInText = idInText;
export const webhookDeliveryIdInText = idInText;

export const webhook = z.object({
  id,
  url: z.string(),
  events: z.array(webhookEvent),
  /** False: paused, nothing is sent. */
  active: z.boolean(),
  createdTime: z.iso.datetime(),
  /** When its signing secret was created. */
  secretTime: z.iso.datetime(),
  /** The newest delivery's state; null without one. */
  lastState: deliveryState.nullable(),
  lastTime: z.iso.datetime().nullable(),
});
export type Webhook = z.infer<typeof webhook>;

/** A new webhook, or one with a new secret: the only time that the secret is sent. */
export const webhookWithSecret = z.object({ webhook, secret: z.string() });

export const webhookInput = z.strictObject({ url, events });
/** Omitted members stay. */
export const webhookChange = z.strictObject({
  url: url.optional(),
  events: events.optional(),
  active: z.boolean().optional(),
});

export const webhookDelivery = z.object({
  id,
  webhookId: id,
  /** The id in the header and the body, the same for every attempt. */
  messageId: z.string(),
  event: deliveredEvent,
  /** The lead or document of the event. */
  about: z.string(),
  state: deliveryState,
  /** Of the last attempt; null without a response. */
  statusCode: z.number().int().nullable(),
  failure: deliveryFailure.nullable(),
  tries: z.number().int(),
  createdTime: z.iso.datetime(),
  lastTriedTime: z.iso.datetime().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const webhookDeliveryPage = z.object({
  /** Newest first. */
  data: z.array(webhookDelivery),
  /** `before` of the next page; null at the end. */
  nextBefore: z.number().int().nullable(),
});
