import type { DeliveryFailure, DeliveryState, WebhookEvent } from "@ridgebook/contract";
import { and, desc, eq, getTableColumns, lt, sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { webhook, webhookDelivery } from "#database/schema/event-tables.ts";
import type { DeliveryRow } from "#database/webhook-outbox.ts";

export type WebhookRow = typeof webhook.$inferSelect;
export type ListedWebhook = WebhookRow & { lastState: DeliveryState | null; lastTime: Date | null };

const own = (scope: CompanyScope, id: number) => and(eq(webhook.companyId, scope.companyId), eq(webhook.id, id));
const ownDelivery = (scope: CompanyScope, id: number) =>
  and(eq(webhookDelivery.companyId, scope.companyId), eq(webhookDelivery.id, id));

/** Finds the newest delivery of each webhook by index. */
const listed = (scope: CompanyScope) => {
  const newest = scope.db
    .select({ lastState: webhookDelivery.state, lastTime: webhookDelivery.createdTime })
    .from(webhookDelivery)
    .where(and(eq(webhookDelivery.companyId, webhook.companyId), eq(webhookDelivery.webhookId, webhook.id)))
    .orderBy(desc(webhookDelivery.id))
    .limit(1)
    .as("newest");
  return scope.db
    .select({ ...getTableColumns(webhook), lastState: newest.lastState, lastTime: newest.lastTime })
    .from(webhook)
    .leftJoinLateral(newest, sql`true`);
};

export const webhookRepository = {
  list: (scope: CompanyScope): Promise<ListedWebhook[]> =>
    listed(scope).where(eq(webhook.companyId, scope.companyId)).orderBy(webhook.id),

  find: async (scope: CompanyScope, id: number): Promise<ListedWebhook | undefined> =>
    (await listed(scope).where(own(scope, id)))[0],

  /** Locked until the transaction ends. */
  hold: async (scope: CompanyScope, id: number): Promise<WebhookRow | undefined> =>
    (await scope.db.select().from(webhook).where(own(scope, id)).for("no key update"))[0],

  /** Counts webhooks. Concurrent additions wait until this transaction ends. */
  async countForAdding({ db, companyId }: CompanyScope): Promise<number> {
    await db.execute(sql`select pg_advisory_xact_lock(hashtext('ridgebook webhooks'), hashtext(${String(companyId)}))`);
    return db.$count(webhook, eq(webhook.companyId, companyId));
  },

  /** `seal` gets the id, which the ciphertext is bound to. */
  async add(
    scope: CompanyScope,
    { url, events, now }: { url: string; events: readonly WebhookEvent[]; now: Date },
    seal: (id: number) => string,
  ): Promise<ListedWebhook> {
    const { companyId, db } = scope;
    const [added] = await db
      .insert(webhook)
      .values({ companyId, url, events: [...events], secret: "", secretTime: now, createdTime: now })
      .returning({ id: webhook.id });
    if (!added) throw new Error("The webhook was not inserted.");
    const [row] = await db
      .update(webhook)
      .set({ secret: seal(added.id) })
      .where(own(scope, added.id))
      .returning();
    if (!row) throw new Error("The webhook's secret was not sealed.");
    return { ...row, lastState: null, lastTime: null };
  },

  async change(
    scope: CompanyScope,
    id: number,
    values: Partial<Pick<WebhookRow, "url" | "events" | "active" | "secret" | "secretTime" | "restsUntil">>,
  ): Promise<void> {
    await scope.db.update(webhook).set(values).where(own(scope, id));
  },

  /** Undefined if it does not exist. Its deliveries are deleted too. */
  remove: async (scope: CompanyScope, id: number): Promise<WebhookRow | undefined> =>
    (await scope.db.delete(webhook).where(own(scope, id)).returning())[0],

  listDeliveries: (
    scope: CompanyScope,
    { webhookId, before, limit }: { webhookId: number | undefined; before: number | undefined; limit: number },
  ): Promise<DeliveryRow[]> =>
    scope.db
      .select()
      .from(webhookDelivery)
      .where(
        and(
          eq(webhookDelivery.companyId, scope.companyId),
          webhookId === undefined ? undefined : eq(webhookDelivery.webhookId, webhookId),
          before === undefined ? undefined : lt(webhookDelivery.id, before),
        ),
      )
      .orderBy(desc(webhookDelivery.id))
      .limit(limit),

  /** With its webhook; locked until the transaction ends. */
  async holdDelivery(
    scope: CompanyScope,
    id: number,
  ): Promise<{ delivery: DeliveryRow; webhook: WebhookRow } | undefined> {
    const [delivery] = await scope.db.select().from(webhookDelivery).where(ownDelivery(scope, id)).for("no key update");
    if (!delivery) return undefined;
    const [found] = await scope.db.select().from(webhook).where(own(scope, delivery.webhookId));
    return found && { delivery, webhook: found };
  },

  async changeDelivery(
    scope: CompanyScope,
    id: number,
    values: Partial<
      Pick<DeliveryRow, "state" | "statusCode" | "tries" | "lastTriedTime" | "endsTime"> & {
        failure: DeliveryFailure | null;
      }
    >,
  ): Promise<DeliveryRow> {
    const [row] = await scope.db.update(webhookDelivery).set(values).where(ownDelivery(scope, id)).returning();
    if (!row) throw new Error("A delivery was held for a change and is not there.");
    return row;
  },
};

export async function removeOldDeliveries(scope: CompanyScope, before: Date): Promise<void> {
  await scope.db
    .delete(webhookDelivery)
    .where(and(eq(webhookDelivery.companyId, scope.companyId), lt(webhookDelivery.createdTime, before)));
}
