import { z } from "zod";
import {
  webhook,
  webhookChange,
  webhookDelivery,
  webhookDeliveryIdInText,
  webhookDeliveryPage,
  webhookIdInText,
  webhookInput,
  webhookWithSecret,
} from "#entities/webhook.ts";
import { defineRoutes } from "./define-routes.ts";

const PATH = "/api/webhooks";
const BY_ID = "/api/webhooks/:id";
const DELIVERIES = "/api/webhook-deliveries";

const params = z.object({ id: webhookIdInText });

export const webhookRoutes = defineRoutes({
  listWebhooks: {
    method: "GET",
    path: PATH,
    summary: "The addresses that are told what happens in the company, the oldest first. Never their signing secrets.",
    access: "companyAdmin",
    reply: z.array(webhook),
    problems: [],
  },
  createWebhook: {
    method: "POST",
    path: PATH,
    summary: "Adds an address, and returns its signing secret this once.",
    access: "companyAdmin",
    body: webhookInput,
    reply: webhookWithSecret,
    problems: [],
  },
  updateWebhook: {
    method: "PUT",
    path: BY_ID,
    summary: "Changes a webhook's address or events, pauses it or goes on.",
    access: "companyAdmin",
    params,
    body: webhookChange,
    reply: webhook,
    problems: ["notFound"],
  },
  deleteWebhook: {
    method: "DELETE",
    path: BY_ID,
    summary: "Deletes a webhook and its deliveries.",
    access: "companyAdmin",
    params,
    reply: z.void(),
    problems: ["notFound"],
  },
  resetWebhookSecret: {
    method: "POST",
    path: `${BY_ID}/reset-secret`,
    summary: "Makes a new signing secret and returns it once. The former signs nothing from now on.",
    access: "companyAdmin",
    params,
    reply: webhookWithSecret,
    problems: ["notFound"],
  },
  testWebhook: {
    method: "POST",
    path: `${BY_ID}/test`,
    summary: "Queues a delivery of the event test.",
    access: "companyAdmin",
    params,
    reply: webhookDelivery,
    problems: ["notFound"],
  },
  listWebhookDeliveries: {
    method: "GET",
    path: DELIVERIES,
    summary: "Deliveries of the last 30 days, the newest first, 50 a page.",
    access: "companyAdmin",
    query: z.object({ webhookId: webhookIdInText.optional(), before: webhookDeliveryIdInText.optional() }),
    reply: webhookDeliveryPage,
    problems: [],
  },
  sendWebhookDeliveryAgain: {
    method: "POST",
    path: `${DELIVERIES}/:id/send-again`,
    summary: "Queues a delivery once more, with the same id and body.",
    access: "companyAdmin",
    params: z.object({ id: webhookDeliveryIdInText }),
    reply: webhookDelivery,
    problems: ["notFound"],
  },
});
