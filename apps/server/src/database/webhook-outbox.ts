import { randomUUID } from "node:crypto";
import { DELIVERY_TRIED_DAYS, type DeliveredEvent, type WebhookEvent } from "@ridgebook/contract";
import { and, eq, sql } from "drizzle-orm";
import type { CompanyScope } from "./company-scope.ts";
import { enqueueJobs } from "./job-queue.ts";
import { webhook, webhookDelivery } from "./schema/event-tables.ts";

export type DeliveryRow = typeof webhookDelivery.$inferSelect;

/** A record as the API returns it, with its display name. */
interface AnnouncedRecord {
  readonly about: string;
  readonly record: object | null;
}

const DAY_MS = 86_400_000;

export const deliveryEnd = (from: Date): Date => new Date(from.getTime() + DELIVERY_TRIED_DAYS * DAY_MS);

export const enqueueDeliveries = (scope: CompanyScope, deliveries: readonly Pick<DeliveryRow, "id">[]): Promise<void> =>
  enqueueJobs(
    scope,
    deliveries.map(({ id }) => ({
      name: "send-webhook",
      payload: { companyId: scope.companyId, deliveryId: id },
      key: `send-webhook:${String(scope.companyId)}:${String(id)}`,
    })),
  );

/** Stores one delivery per webhook and record, and enqueues them. */
export async function addDeliveries(
  scope: CompanyScope,
  {
    webhookIds,
    event,
    records,
    now,
  }: {
    webhookIds: readonly number[];
    event: DeliveredEvent;
    records: readonly AnnouncedRecord[];
    now: Date;
  },
): Promise<DeliveryRow[]> {
  const { companyId, db } = scope;
  const rows = records.flatMap(({ about, record }) =>
    webhookIds.map((webhookId) => {
      const messageId = randomUUID();
      const body = JSON.stringify({ event, id: messageId, time: now.toISOString(), companyId, record });
      return { companyId, webhookId, messageId, event, about, body, createdTime: now, endsTime: deliveryEnd(now) };
    }),
  );
  if (rows.length === 0) return [];
  const added = await db.insert(webhookDelivery).values(rows).returning();
  await enqueueDeliveries(scope, added);
  return added;
}

/**
 * Enqueues changes of records for the company's webhooks in the transaction of the change. Costs one small query if no webhook subscribes
 * to the event.
 */
export async function announce(
  scope: CompanyScope,
  { event, records, now }: { event: WebhookEvent; records: readonly AnnouncedRecord[]; now: Date },
): Promise<void> {
  if (records.length === 0) return;
  const listening = await scope.db
    .select({ id: webhook.id })
    .from(webhook)
    .where(
      and(eq(webhook.companyId, scope.companyId), eq(webhook.active, true), sql`${event} = any (${webhook.events})`),
    );
  await addDeliveries(scope, { webhookIds: listening.map(({ id }) => id), event, records, now });
}
