import { randomUUID } from "node:crypto";
import {
  CONTRACT_VERSION_HEADER,
  createShapes,
  RELEASE_HEADER,
  renameMember,
  retireMember,
  type BatchReply,
} from "@ridgebook/contract";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";

/* Today's server, after an invented release 1 in which leads had a town instead of a city, and a fax number. */

const shapes = createShapes([
  { number: 1, changes: {} },
  { number: 2, changes: { leads: [renameMember("town", "city"), retireMember("fax", "")] } },
]);

let server: TestApplication;
let ann: SignedIn;
beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"), { shapes });
  ann = await server.signInNew({ companyId: await server.createCompany() });
});
afterAll(async () => {
  await server.close();
});

const OLD_APP = { headers: { [CONTRACT_VERSION_HEADER]: "1" } };
const NEW_APP = { headers: { [CONTRACT_VERSION_HEADER]: "2" } };
const key = () => randomUUID();

const createLead = async (): Promise<number> =>
  (await ann.call("createLead", { body: { lastName: "Lee", city: "Portage" }, key: key(), ...NEW_APP })).body.id;

describe("[SYNC-38] an app of the release before", () => {
  test("adds, changes and reads a lead in its own words", async () => {
    const body = { lastName: "Ruiz", town: "Holland", fax: "555" };
    const created = await ann.callRaw("createLead", { body, key: key(), ...OLD_APP });
    expect(created.body).toMatchObject({ town: "Holland", fax: "" });
    expect(created.body).not.toHaveProperty("city");
    const { id } = created.body as { id: number };
    const change = { revision: 1, town: "Portage", fax: "1", former: { town: "Holland", fax: "" } };
    const changed = await ann.callRaw("updateLead", { params: { id }, body: change, key: key(), ...OLD_APP });
    expect(changed.body).toMatchObject({ town: "Portage", revision: 2 });
    expect((await ann.call("getLead", { params: { id }, ...NEW_APP })).body).toMatchObject({ city: "Portage" });
    const listed = await ann.callRaw("listLeads", { query: { searchQuery: "Ruiz" }, ...OLD_APP });
    expect(listed.body).toMatchObject({ data: [{ id, town: "Portage", fax: "" }], totalCount: 1 });
    const news = await ann.callRaw("getChanges", { query: { stores: "leads" }, ...OLD_APP });
    const { leads } = (news.body as { changed: { leads: { id: number }[] } }).changed;
    expect(leads.find((lead) => lead.id === id)).toMatchObject({ town: "Portage" });
  });

  test("gets the answers of a batch as it knows its records, whether the calls are done together or alone", async () => {
    const id = await createLead();
    const add = { method: "POST", path: "/api/leads", key: key(), body: { lastName: "Together", town: "Holland" } };
    const refused = { method: "PUT", path: "/api/leads/999999", key: key(), body: { revision: 1, former: {} } };
    const change = {
      method: "PUT",
      path: `/api/leads/${String(id)}`,
      key: key(),
      body: { revision: 1, town: "Ada", former: { town: "Portage" } },
    };
    for (const calls of [
      [add, change],
      [add, refused, change],
    ]) {
      const { body } = await ann.callRaw("sendBatch", { body: { calls }, ...OLD_APP });
      const { replies } = body as { replies: BatchReply[] };
      expect(replies[0]).toMatchObject({ status: 200, body: { town: "Holland" } });
      expect(replies.at(-1)).toMatchObject({ status: 200, body: { id, town: "Ada" } });
    }
  });
});

describe("[SYNC-38] a call that was made before its app was updated", () => {
  test("is read in its own release, and answered in the app's", async () => {
    const id = await createLead();
    const body = { revision: 1, town: "Holland", former: { town: "Portage" } };
    const headers = { ...NEW_APP.headers, [RELEASE_HEADER]: "1" };
    const reply = await ann.callRaw("updateLead", { params: { id }, body, key: key(), headers });
    expect(reply.body).toMatchObject({ city: "Holland" });
  });

  test("is done once, before and after the update, also when it comes back in a batch", async () => {
    const body = { lastName: "Once", town: "Holland" };
    const sameKey = key();
    const first = await ann.callRaw("createLead", { body, key: sameKey, ...OLD_APP });
    const call = { method: "POST", path: "/api/leads/", key: sameKey, body, release: 1 };
    const { body: batch } = await ann.callRaw("sendBatch", { body: { calls: [call] }, ...NEW_APP });
    const [again] = (batch as { replies: BatchReply[] }).replies;
    expect(again).toMatchObject({ status: 200, body: { id: (first.body as { id: number }).id, city: "Holland" } });
  });
});
