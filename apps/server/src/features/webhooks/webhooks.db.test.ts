import { createHmac } from "node:crypto";
import { isIP } from "node:net";
import {
  MAX_WEBHOOKS,
  type CompanyId,
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
} from "@ridgebook/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { HttpCallError } from "#egress/http-call.ts";
import type { PostJson } from "#egress/post-json.ts";
import { sealCompanySecrets } from "#secrets/seal-stored-secrets.ts";
import { createSecretBox } from "#secrets/secret-box.ts";
import { webhookPlace } from "#secrets/secret-places.ts";
import { allowedHere } from "#testing/allowed-here.ts";
import { buildDocument, buildPdf, documentForm, drawSignature } from "#testing/build-document.ts";
import { HOOKS_CERTIFICATE, startHookReceiver, type HookReceiver } from "#testing/hook-receiver.ts";
import { startTestApplication, type SignedIn, type TestApplication, type TestUser } from "#testing/test-application.ts";
import { DeliveryPostponed, sendDelivery } from "./send-delivery.ts";

const secrets = createSecretBox([Buffer.alloc(32, 7)]);

/** The name server's answers in these tests. */
const HOSTS: Readonly<Record<string, string>> = { "hooks.test": "127.0.0.1", "inner.test": "10.0.0.7" };

let receiver: HookReceiver;
let app: TestApplication;
let companyId: CompanyId;
let admin: SignedIn & TestUser;

beforeAll(async () => {
  receiver = await startHookReceiver();
  app = await startTestApplication(inject("postgresUrl"), {
    secrets,
    checkSigned: () => Promise.resolve([]),
    egressAllowed: allowedHere(receiver),
    outside: {
      ca: HOOKS_CERTIFICATE,
      lookUp: (host) =>
        isIP(host)
          ? Promise.resolve([host])
          : HOSTS[host]
            ? Promise.resolve([HOSTS[host]])
            : Promise.reject(new Error("ENOTFOUND")),
    },
  });
});
afterAll(async () => {
  await app.close();
  receiver.close();
});
/** Each test has its own company. */
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.reply = { status: 204 };
  await query("delete from graphile_worker._private_jobs");
  companyId = await app.createCompany();
  admin = await app.signInNew({ companyId, role: "Admin", firstName: "Ann", lastName: "Lee" });
});

async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await app.testDatabase.superuserPool.query<Row>(text, values)).rows;
}
const address = (path = "/in"): string => `https://hooks.test:${String(receiver.port)}${path}`;
const add = async (
  events: WebhookEvent[] = ["lead.created", "lead.changed", "document.signed"],
  url = address(),
): Promise<{ webhook: Webhook; secret: string }> => (await admin.call("createWebhook", { body: { url, events } })).body;
const deliveries = async (): Promise<WebhookDelivery[]> =>
  (await admin.call("listWebhookDeliveries", { query: {} })).body.data;
const newLead = async (): Promise<number> =>
  (await admin.call("createLead", { body: { firstName: "Eve", lastName: "Ward" } })).body.id;
const runDueJobs = async (): Promise<void> => {
  await query("update graphile_worker._private_jobs set run_at = now()");
  await app.runJobs();
};
const bodyOf = (index: number): Record<string, unknown> =>
  JSON.parse(receiver.received[index]?.body ?? "null") as Record<string, unknown>;

describe("webhooks of a company", () => {
  test("[HOOK-01] [HOOK-02] the secret is returned once, sealed at rest, and replaced on request", async () => {
    const { webhook, secret } = await add();
    expect(secret).toMatch(/^rbw_[\w-]{43}$/);
    expect(webhook).toMatchObject({ url: address(), active: true, lastState: null });
    expect(JSON.stringify((await admin.call("listWebhooks")).body)).not.toContain(secret);
    expect(JSON.stringify(app.logLines)).not.toContain(secret);
    const [stored] = await query<{ secret: string }>("select secret from webhook where id = $1", [webhook.id]);
    expect(stored?.secret).toMatch(/^sealed:1:/);
    const replaced = (await admin.call("resetWebhookSecret", { params: { id: webhook.id } })).body;
    expect(replaced.secret).not.toBe(secret);
    await newLead();
    await app.runJobs();
    const [message] = receiver.received;
    const headers = message?.headers ?? {};
    const sign = (key: string): string =>
      `v1=${createHmac("sha256", key)
        .update(`${String(headers["ridgebook-time"])}.${message?.body ?? ""}`)
        .digest("hex")}`;
    expect(headers["ridgebook-signature"]).toBe(sign(replaced.secret));
    expect(headers["ridgebook-signature"]).not.toBe(sign(secret));
  });

  test("[HOOK-02] [SEC-03] after a rotation of the key the secret is sealed with the new one", async () => {
    const { webhook, secret } = await add();
    const rotated = createSecretBox([Buffer.alloc(32, 8), Buffer.alloc(32, 7)]);
    await app.database.inCompany({ companyId }, (scope) => sealCompanySecrets(scope, rotated));
    const [stored] = await query<{ secret: string }>("select secret from webhook where id = $1", [webhook.id]);
    expect(rotated.isCurrent(stored?.secret ?? "")).toBe(true);
    expect(rotated.open(stored?.secret ?? "", webhookPlace(companyId, webhook.id))).toBe(secret);
  });

  test.each([
    ["http://hooks.test/in", /https/],
    ["hooks.test", /https/],
    ["https://ann:secret@hooks.test/in", /user name or password/],
    ["https://127.0.0.1/in", /private network/],
    ["https://[::1]/in", /private network/],
    ["https://169.254.169.254/latest", /private network/],
    ["https://inner.test/in", /private network/],
    ["https://hooks.test:1/in", /port/],
    ["https://nowhere.test/in", /No server/],
  ])("[HOOK-06] the address %s is refused when it is saved", async (url, message) => {
    const { problem } = await admin.callRaw("createWebhook", { body: { url, events: ["lead.created"] } });
    expect(problem.errors?.url?.[0]).toMatch(message);
    const { webhook } = await add();
    const changed = await admin.callRaw("updateWebhook", { params: { id: webhook.id }, body: { url } });
    expect(changed.problem.errors?.url?.[0]).toMatch(message);
  });

  test("[HOOK-06] an address that leads inside by the time of sending is given up, and nothing reaches it", async () => {
    const { webhook } = await add();
    await query("update webhook set url = 'https://inner.test/in' where id = $1", [webhook.id]);
    await newLead();
    await app.runJobs();
    expect(await deliveries()).toMatchObject([{ state: "givenUp", failure: "notAllowed", statusCode: null, tries: 1 }]);
  });

  test("[HOOK-01] a company has ten at most", async () => {
    for (let count = 0; count < MAX_WEBHOOKS; count += 1) await add();
    const { problem } = await admin.callRaw("createWebhook", { body: { url: address(), events: ["lead.created"] } });
    expect(problem.errors?.url?.[0]).toMatch(/10 webhooks/);
  });

  test("[HOOK-10] changes of them are in Activity, without the secret", async () => {
    const { webhook, secret } = await add(["lead.created"]);
    const params = { id: webhook.id };
    await admin.call("updateWebhook", {
      params,
      body: { active: false, events: ["lead.changed"], url: address("/b") },
    });
    await admin.call("resetWebhookSecret", { params });
    await admin.call("deleteWebhook", { params });
    const { data } = (await admin.call("listActivity", { query: { kind: "secrets" } })).body;
    expect(data.map(({ action, subject, member }) => [action, subject, member])).toEqual([
      ["removed", "webhook", ""],
      ["changed", "webhook", "secret"],
      ["changed", "webhook", "active"],
      ["changed", "webhook", "events"],
      ["changed", "webhook", "url"],
      ["added", "webhook", ""],
    ]);
    expect(JSON.stringify(data)).not.toContain(secret);
    expect((await admin.callRaw("deleteWebhook", { params })).status).toBe(404);
  });
});

describe("deliveries", () => {
  test("[HOOK-03] [HOOK-04] [HOOK-05] a new, a changed lead and a signed document arrive signed, each as the API returns it", async () => {
    const { secret } = await add();
    const id = await newLead();
    const lead = (await admin.call("getLead", { params: { id } })).body;
    await admin.call("updateLead", {
      params: { id },
      body: { revision: lead.revision, lastName: "Wood", former: { lastName: "Ward" } },
    });
    // Nothing changes, so nothing is sent.
    await admin.call("updateLead", {
      params: { id },
      body: { revision: 2, lastName: "Wood", former: { lastName: "Wood" } },
    });
    const estimate = await admin.callRaw("createEstimate", { body: { leadId: id, name: "House" } });
    const { id: estimateId } = estimate.body as { id: number };
    const input = await buildDocument({
      estimateId,
      kind: "contract",
      signatures: { customer: await drawSignature() },
    });
    const form = await documentForm(input, { pdf: new File([Uint8Array.from(buildPdf("signed"))], "contract.pdf") });
    const headers = { ...form.headers, ...admin.headers };
    const sent = await app.app.inject({ method: "POST", url: "/api/documents/", payload: form.payload, headers });
    expect(sent.statusCode).toBe(200);
    // An unsigned paper is not sent.
    await admin.callRaw("createDocument", { body: await buildDocument({ estimateId, kind: "changeOrder" }) });
    await app.runJobs();

    expect(receiver.received.map(({ headers: each }) => each["ridgebook-event"])).toEqual([
      "lead.created",
      "lead.changed",
      "document.signed",
    ]);
    expect(bodyOf(0)).toMatchObject({ event: "lead.created", companyId, record: lead });
    expect(bodyOf(1)).toMatchObject({ event: "lead.changed", record: { id, lastName: "Wood", revision: 2 } });
    expect(bodyOf(2)).toMatchObject({ event: "document.signed", record: sent.json<object>() });
    const times = receiver.received.map(({ headers: each, body }) => {
      const time = String(each["ridgebook-time"]);
      expect(each["ridgebook-signature"]).toBe(
        `v1=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`,
      );
      return Math.abs(Number(time) - Date.now() / 1000);
    });
    expect(Math.max(...times)).toBeLessThan(60);
    const list = await deliveries();
    expect(list.map(({ event, about, state, statusCode, tries }) => [event, about, state, statusCode, tries])).toEqual([
      ["document.signed", input.name, "delivered", 204, 1],
      ["lead.changed", "Eve Wood", "delivered", 204, 1],
      ["lead.created", "Eve Ward", "delivered", 204, 1],
    ]);
    expect(list.map(({ messageId }) => messageId).reverse()).toEqual([0, 1, 2].map((index) => bodyOf(index).id));
  });

  test("[HOOK-03] a change that is refused, of another company, or without a subscriber, sends nothing", async () => {
    await add(["lead.changed"]);
    await newLead();
    const other = await app.signInNew({ companyId: await app.createCompany(), role: "Admin" });
    const { id } = (await other.call("createLead", { body: { lastName: "Else" } })).body;
    await other.call("updateLead", {
      params: { id },
      body: { revision: 1, lastName: "Other", former: { lastName: "Else" } },
    });
    await admin.callRaw("createLead", { body: { lastName: "Ward", userId: 999_999 } });
    await app.runJobs();
    expect(receiver.received).toEqual([]);
    expect(await deliveries()).toEqual([]);
  });

  test("[HOOK-03] several leads of one batch are sent one by one", async () => {
    await add(["lead.created"]);
    const body = {
      calls: ["One", "Two"].map((lastName) => ({
        key: crypto.randomUUID(),
        method: "POST",
        path: "/api/leads/",
        body: { lastName },
      })),
    };
    expect((await admin.callRaw("sendBatch", { body })).status).toBe(200);
    await app.runJobs();
    expect(receiver.received.map((_, index) => (bodyOf(index).record as { lastName: string }).lastName).sort()).toEqual(
      ["One", "Two"],
    );
  });

  test("[HOOK-08] a refused delivery is retried with the same id and body, and given up after 3 days", async () => {
    await add();
    receiver.reply = { status: 500, body: "stack trace" };
    await newLead();
    await app.runJobs();
    expect(await deliveries()).toMatchObject([{ state: "waiting", failure: "status", statusCode: 500, tries: 1 }]);
    await app.runJobs();
    expect(receiver.received).toHaveLength(1);
    await runDueJobs();
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
    expect(receiver.received[1]?.headers["ridgebook-delivery"]).toBe(bodyOf(0).id);
    expect(JSON.stringify([await deliveries(), app.logLines])).not.toContain("stack trace");
    const [row] = await query<{ days: number }>(
      "select extract(epoch from ends_time - created_time)::integer / 86400 as days from webhook_delivery where company_id = $1",
      [companyId],
    );
    expect(row?.days).toBe(3);
    await query("update webhook_delivery set ends_time = now() where company_id = $1", [companyId]);
    await runDueJobs();
    expect(await deliveries()).toMatchObject([{ state: "givenUp", failure: "status", statusCode: 500, tries: 2 }]);
    expect(receiver.received).toHaveLength(2);
  });

  test("[HOOK-09] a delivery that was given up can be sent again, under the same id", async () => {
    await add();
    receiver.reply = { status: 410 };
    await newLead();
    await app.runJobs();
    await query("update webhook_delivery set ends_time = now() where company_id = $1", [companyId]);
    await runDueJobs();
    const [given] = await deliveries();
    expect(given?.state).toBe("givenUp");
    receiver.reply = { status: 204 };
    const params = { id: given?.id };
    expect((await admin.call("sendWebhookDeliveryAgain", { params })).body.state).toBe("waiting");
    await app.runJobs();
    expect(await deliveries()).toMatchObject([{ id: given?.id, state: "delivered", failure: null, tries: 2 }]);
    expect(bodyOf(1)).toEqual(bodyOf(0));
    // One that has arrived can be sent again as well: the receiver may have lost it.
    await admin.call("sendWebhookDeliveryAgain", { params });
    await app.runJobs();
    expect(receiver.received).toHaveLength(3);
  });

  test("[HOOK-09] the list is by page, newest first, and of one webhook where asked for", async () => {
    const { webhook } = await add(["lead.created"]);
    const { webhook: other } = await add(["lead.created"]);
    await query(
      `insert into webhook_delivery (company_id, webhook_id, message_id, event, body, created_time, ends_time)
       select $1, $2, gen_random_uuid(), 'test', '{}', now(), now() from generate_series(1, 60)`,
      [companyId, webhook.id],
    );
    await newLead();
    const first = (await admin.call("listWebhookDeliveries", { query: {} })).body;
    expect(first.data).toHaveLength(50);
    const second = (await admin.call("listWebhookDeliveries", { query: { before: first.nextBefore } })).body;
    expect(second.data).toHaveLength(12);
    expect(second.nextBefore).toBeNull();
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((one, two) => two - one));
    expect((await admin.call("listWebhookDeliveries", { query: { webhookId: other.id } })).body.data).toHaveLength(1);
  });

  test("[HOOK-04] a test is delivered without a record, also without a subscribed event", async () => {
    const { webhook } = await add(["document.signed"]);
    await admin.call("testWebhook", { params: { id: webhook.id } });
    await app.runJobs();
    expect(bodyOf(0)).toMatchObject({ event: "test", companyId, record: null });
    expect((await admin.call("listWebhooks")).body).toMatchObject([{ id: webhook.id, lastState: "delivered" }]);
  });

  test("[HOOK-11] a paused webhook, and all of a deactivated company, get nothing", async () => {
    const { webhook } = await add(["lead.created"]);
    await newLead();
    await admin.call("updateWebhook", { params: { id: webhook.id }, body: { active: false } });
    await newLead();
    await app.runJobs();
    expect(await deliveries()).toMatchObject([{ state: "givenUp", failure: "paused", tries: 0 }]);
    await admin.call("updateWebhook", { params: { id: webhook.id }, body: { active: true } });
    await newLead();
    await query("update company set active = false where id = $1", [companyId]);
    await app.runJobs();
    await query("update company set active = true where id = $1", [companyId]);
    expect(await deliveries()).toMatchObject([{ failure: "companyInactive", tries: 0 }, { failure: "paused" }]);
    expect(receiver.received).toEqual([]);
  });

  test("[HOOK-08] a receiver that keeps silent is spared for a minute, so that others go first", async () => {
    await add(["lead.created"]);
    await newLead();
    await newLead();
    const [second, first] = await deliveries();
    let asked = 0;
    const post: PostJson = () => {
      asked += 1;
      return Promise.reject(new HttpCallError("timedOut"));
    };
    const send = (deliveryId: number | undefined): Promise<void> =>
      sendDelivery(
        {
          companyId,
          deliveryId: deliveryId ?? 0,
          transact: (work) => app.database.inCompany({ companyId }, work),
        },
        { post, secrets, now: () => app.clock.now() },
      );
    await expect(send(first?.id)).rejects.toThrow(DeliveryPostponed);
    await expect(send(second?.id)).rejects.toThrow(DeliveryPostponed);
    expect(asked).toBe(1);
    expect(await deliveries()).toMatchObject([{ tries: 0 }, { tries: 1, failure: "timedOut", state: "waiting" }]);
    // A retry does not wait.
    await admin.call("sendWebhookDeliveryAgain", { params: { id: second?.id } });
    await expect(send(second?.id)).rejects.toThrow(DeliveryPostponed);
    expect(asked).toBe(2);
  });

  test("[HOOK-12] deliveries of more than 30 days are removed at night", async () => {
    await add(["lead.created"]);
    await newLead();
    await newLead();
    const [kept, old] = await deliveries();
    await query("update webhook_delivery set created_time = now() - interval '31 days' where id = $1", [old?.id]);
    await app.tasks.housekeeping({});
    expect((await deliveries()).map(({ id }) => id)).toEqual([kept?.id]);
  });
});
