import { MAX_WEBHOOKS, pick, Problem, type CompanyId, type Webhook, type WebhookDelivery } from "@ridgebook/contract";
import type { Database } from "#database/database.ts";
import { addDeliveries, deliveryEnd, enqueueDeliveries, type DeliveryRow } from "#database/webhook-outbox.ts";
import { EgressError, type Egress, type EgressFailure } from "#egress/egress.ts";
import { targetOf } from "#egress/http-call.ts";
import { countAttempt, type AttemptLimit } from "#http/attempt-limit.ts";
import { inCompany, inCompanyPrepared, type CompanyContext } from "#http/handlers.ts";
import { noteActs, type Act } from "#http/note-activity.ts";
import { orNotFound } from "#http/or-not-found.ts";
import type { SecretBox } from "#secrets/secret-box.ts";
import { webhookPlace } from "#secrets/secret-places.ts";
import { webhookRepository, type ListedWebhook, type WebhookRow } from "./webhook-repository.ts";
import { makeWebhookSecret } from "./webhook-secret.ts";

const PAGE_SIZE = 50;

/** Per company: an admin's DNS lookups and test messages. */
const WEBHOOK_ACTS: AttemptLimit = { attempts: 60, windowSeconds: 900 };

const ADDRESS_REFUSALS: Partial<Record<EgressFailure, string>> = {
  notAllowed: "This address leads into a private network, which is not allowed. Ask the operator of this installation.",
  portNotAllowed: "This port is not used for https. Use 443 or 8443.",
  hostNotFound: "No server with this name was found. Check the address.",
};

const toWebhook = (row: ListedWebhook): Webhook => ({
  ...pick(row, ["id", "url", "events", "active", "lastState"]),
  createdTime: row.createdTime.toISOString(),
  secretTime: row.secretTime.toISOString(),
  lastTime: row.lastTime?.toISOString() ?? null,
});

const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  ...pick(row, ["id", "webhookId", "messageId", "event", "about", "state", "statusCode", "failure", "tries"]),
  createdTime: row.createdTime.toISOString(),
  lastTriedTime: row.lastTriedTime?.toISOString() ?? null,
});

/** The routes of a company's webhooks (decision 0078). */
export function webhookAnswers({
  apart,
  egress,
  secrets,
  now,
}: {
  /** A separate pool for attempts, which count even if the request fails. */
  apart: Database;
  egress: Egress;
  secrets: SecretBox;
  now: () => Date;
}) {
  const limitActs = (companyId: CompanyId): Promise<void> =>
    countAttempt(apart, { key: `webhooks of company ${String(companyId)}`, limit: WEBHOOK_ACTS });

  async function assertAllowed(url: string): Promise<void> {
    try {
      await egress.check(targetOf(url));
    } catch (error) {
      const refusal = error instanceof EgressError ? ADDRESS_REFUSALS[error.failure] : undefined;
      if (refusal === undefined) throw error;
      throw new Problem("validation", { errors: { url: [refusal] } });
    }
  }

  /** Records the action and webhook; of the secret only that it was replaced. */
  const note = (
    context: Pick<CompanyContext, "scope" | "session" | "caller">,
    { row, ...act }: Pick<Act, "action" | "member" | "details"> & { row: Pick<WebhookRow, "url"> },
  ): Promise<void> => noteActs(context, [{ kind: "secrets", subject: "webhook", subjectName: row.url, ...act }]);

  return {
    ...inCompanyPrepared("createWebhook", {
      async prepare({ body, companyId }) {
        await limitActs(companyId);
        await assertAllowed(body.url);
      },
      async handle({ body, scope, ...context }) {
        if ((await webhookRepository.countForAdding(scope)) >= MAX_WEBHOOKS)
          throw new Problem("validation", {
            errors: { url: [`A company can have ${String(MAX_WEBHOOKS)} webhooks. Delete one first.`] },
          });
        const secret = makeWebhookSecret();
        const row = await webhookRepository.add(scope, { ...body, now: now() }, (id) =>
          secrets.seal(secret, webhookPlace(scope.companyId, id)),
        );
        await note({ scope, ...context }, { action: "added", row, details: { events: body.events } });
        return { webhook: toWebhook(row), secret };
      },
    }),

    ...inCompanyPrepared("updateWebhook", {
      async prepare({ body, companyId }) {
        if (body.url === undefined) return;
        await limitActs(companyId);
        await assertAllowed(body.url);
      },
      async handle({ params, body, scope, ...context }) {
        const held = orNotFound(await webhookRepository.hold(scope, params.id));
        const { url = held.url, events = held.events, active = held.active } = body;
        await webhookRepository.change(scope, held.id, { url, events, active, restsUntil: null });
        const row = { ...held, url };
        if (url !== held.url)
          await note({ scope, ...context }, { action: "changed", row, member: "url", details: { former: held.url } });
        if (events.join() !== held.events.join())
          await note({ scope, ...context }, { action: "changed", row, member: "events", details: { events } });
        if (active !== held.active)
          await note({ scope, ...context }, { action: "changed", row, member: "active", details: { active } });
        const changed = await webhookRepository.find(scope, held.id);
        if (!changed) throw new Error("A webhook was held for a change and is not there.");
        return toWebhook(changed);
      },
    }),

    ...inCompany({
      listWebhooks: async ({ scope }) => (await webhookRepository.list(scope)).map(toWebhook),

      async deleteWebhook({ params, scope, ...context }) {
        const row = orNotFound(await webhookRepository.remove(scope, params.id));
        await note({ scope, ...context }, { action: "removed", row });
      },

      async resetWebhookSecret({ params, scope, ...context }) {
        const held = orNotFound(await webhookRepository.hold(scope, params.id));
        const secret = makeWebhookSecret();
        await webhookRepository.change(scope, held.id, {
          secret: secrets.seal(secret, webhookPlace(scope.companyId, held.id)),
          secretTime: now(),
        });
        await note({ scope, ...context }, { action: "changed", row: held, member: "secret" });
        const changed = await webhookRepository.find(scope, held.id);
        if (!changed) throw new Error("A webhook was held for a change and is not there.");
        return { webhook: toWebhook(changed), secret };
      },

      async testWebhook({ params, scope }) {
        await limitActs(scope.companyId);
        const held = orNotFound(await webhookRepository.hold(scope, params.id));
        await webhookRepository.change(scope, held.id, { restsUntil: null });
        const [added] = await addDeliveries(scope, {
          webhookIds: [held.id],
          event: "test",
          records: [{ about: "", record: null }],
          now: now(),
        });
        if (!added) throw new Error("The test delivery was not inserted.");
        return toDelivery(added);
      },

      async listWebhookDeliveries({ query: { webhookId, before }, scope }) {
        const rows = await webhookRepository.listDeliveries(scope, { webhookId, before, limit: PAGE_SIZE + 1 });
        const data = rows.slice(0, PAGE_SIZE).map(toDelivery);
        return { data, nextBefore: rows.length > PAGE_SIZE ? (data.at(-1)?.id ?? null) : null };
      },

      async sendWebhookDeliveryAgain({ params, scope }) {
        await limitActs(scope.companyId);
        const held = orNotFound(await webhookRepository.holdDelivery(scope, params.id));
        await webhookRepository.change(scope, held.webhook.id, { restsUntil: null });
        const row = await webhookRepository.changeDelivery(scope, params.id, {
          state: "waiting",
          endsTime: deliveryEnd(now()),
        });
        await enqueueDeliveries(scope, [row]);
        return toDelivery(row);
      },
    }),
  };
}
