import { randomUUID } from "node:crypto";
import type { CompanyId, DocumentVerification, StoredDocument } from "@ridgebook/contract";
import { canonicalJson } from "@ridgebook/documents";
import { uploadForm } from "@ridgebook/testing/upload-form";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import type { PrintOrder } from "#jobs/pdf/print-document.ts";
import { buildDocument, buildPdf, documentForm, drawSignature, sha256Of } from "#testing/build-document.ts";
import { standInPrinter } from "#testing/stand-in-printer.ts";
import { startTestApplication, type SignedIn, type TestApplication, type TestUser } from "#testing/test-application.ts";
import { hostileFiles } from "./testing/hostile-files.ts";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

let server: TestApplication;
let companyId: CompanyId;
let ann: SignedIn & TestUser;
let estimateId: number;
const orders: PrintOrder[] = [];

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"), {
    printer: standInPrinter((order) => {
      orders.push(order);
      return buildPdf("drawn");
    }),
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  orders.length = 0;
  companyId = await server.createCompany();
  ann = await server.signInNew({ companyId, role: "Admin" });
  const lead = await ann.call("createLead", { body: { lastName: "Whitfield" } });
  const estimate = await ann.callRaw("createEstimate", { body: { leadId: lead.body.id, name: "House" } });
  estimateId = (estimate.body as { id: number }).id;
});

const superuser = async (...statements: string[]) => {
  const client = await server.testDatabase.superuserPool.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    client.release();
  }
};

async function post(url: string, { payload, headers }: { payload: Buffer; headers: object }, who: SignedIn = ann) {
  const reply = await server.app.inject({ method: "POST", url, payload, headers: { ...headers, ...who.headers } });
  return { status: reply.statusCode, body: reply.json<unknown>() };
}
const asFile = (bytes: Uint8Array, name = "contract.pdf"): File => new File([Uint8Array.from(bytes)], name);

async function sign(pdf: Buffer = buildPdf(randomUUID())): Promise<{ document: StoredDocument; pdf: Buffer }> {
  const input = await buildDocument({ estimateId, kind: "contract", signatures: { customer: await drawSignature() } });
  const reply = await post("/api/documents/", await documentForm(input, { pdf: asFile(pdf) }));
  expect(reply.status).toBe(200);
  return { document: reply.body as StoredDocument, pdf };
}
const verify = async (bytes: Uint8Array, who: SignedIn = ann): Promise<DocumentVerification> => {
  const reply = await post("/api/documents/verify", await uploadForm(asFile(bytes)), who);
  expect(reply.status).toBe(200);
  return reply.body as DocumentVerification;
};

describe("the evidence log", () => {
  test("says of a signed PDF by whom, when and in which role it was signed", async () => {
    await sign();
    const { document, pdf } = await sign();
    const known = await verify(pdf);
    expect(known).toMatchObject({ isSigned: true, documentId: document.id, fileHash: sha256Of(pdf) });
    expect(known.explanation).toMatch(
      /^This file is, byte for byte, contract 2026-0514-K7QD, signed by Ann Whitfield, Owner, on May 14, 2026 at 2:02:11 PM EDT by the device's clock\./,
    );
    expect(known.explanation).toMatch(/The evidence log is whole: 2 events, this one is number 2\.$/);
  });

  test("holds who signed, in which role, agreeing to what, when by both clocks, and the points that were drawn", async () => {
    const { document, pdf } = await sign();
    const { rows } = await server.testDatabase.superuserPool.query<{ payload: unknown; file_hash: string; time: Date }>(
      "select payload, file_hash, time from document_event where company_id = $1",
      [companyId],
    );
    expect(rows).toMatchObject([
      {
        file_hash: sha256Of(pdf),
        payload: {
          number: "2026-0514-K7QD",
          receivedFrom: ann.id,
          createdTime: "2026-05-14T18:02:15.000Z",
          fingerprint: document.data["fingerprint"],
          signedBy: [
            {
              key: "customer",
              name: "Ann Whitfield",
              role: "Owner",
              consent: "I agree to this contract and to sign it electronically.",
              deviceTime: "2026-05-14T18:02:11.000Z",
            },
          ],
          strokes: '{"customer":[[{"time":3,"x":1,"y":2}]]}',
        },
      },
    ]);
    // By the database's clock, which may differ from the server's by a minute (REQ-15).
    const apart = (rows[0]?.time.getTime() ?? 0) - Date.parse(document.receivedTime);
    expect(Math.abs(apart)).toBeLessThan(60_000);
  });

  test("[SIGN-70] each event holds the ids by which company and document are known everywhere, and its hash covers them", async () => {
    const { document } = await sign();
    const query = async (text: string, values: unknown[]) =>
      (await server.testDatabase.superuserPool.query<Record<string, unknown>>(text, values)).rows;
    const [of] = await query(
      `select company.travel_id as "companyTravelId", document.travel_id as "documentTravelId"
       from company join document on document.company_id = company.id where document.id = $1 and company.id = $2`,
      [document.id, companyId],
    );
    await ann.call("deleteDocument", { params: { id: String(document.id) } });
    const rows = await query("select * from document_event where company_id = $1 order by sequence", [companyId]);
    expect(rows.map(({ kind }) => kind)).toEqual(["signed", "deleted"]);
    for (const { payload, time, ...row } of rows) {
      expect(payload).toMatchObject({
        companyTravelId: expect.stringMatching(UUID) as string,
        documentTravelId: expect.stringMatching(UUID) as string,
      });
      expect(payload).toMatchObject(of ?? {});
      // The rule of evidence-log.ts, written out: everything of the row but its hash.
      const hashWith = (ids: object): string =>
        sha256Of(
          Buffer.from(
            canonicalJson({
              companyId,
              sequence: Number(row["sequence"]),
              documentId: document.id,
              kind: row["kind"],
              payload: { ...(payload as object), ...ids },
              time: (time as Date).toISOString(),
              fileHash: row["file_hash"],
              previousHash: row["previous_hash"],
            }),
          ),
        );
      expect(hashWith({})).toBe(row["hash"]);
      for (const name of ["companyTravelId", "documentTravelId"])
        expect(hashWith({ [name]: randomUUID() })).not.toBe(row["hash"]);
    }
  });

  test("says what became of a signed document since: superseded, deleted by an admin", async () => {
    const { document, pdf } = await sign();
    const next = await buildDocument({
      estimateId,
      kind: "contract",
      data: { sourceId: String(document.id) },
      signatures: { customer: await drawSignature() },
    });
    const { id } = (await post("/api/documents/", await documentForm(next))).body as StoredDocument;
    const { explanation } = await verify(pdf);
    expect(explanation).toMatch(new RegExp(`Document ${String(id)} has stood in its place since \\w+ \\d+, \\d{4}`));
    expect((await ann.call("deleteDocument", { params: { id: String(document.id) } })).status).toBe(204);
    expect(await verify(pdf)).toMatchObject({
      isSigned: true,
      explanation: expect.stringContaining("An admin deleted it on") as string,
    });
  });

  test("knows a PDF no more once one byte of it was changed", async () => {
    const { pdf } = await sign();
    for (const at of [20, Math.floor(pdf.length / 2), pdf.length - 1]) {
      const changed = Buffer.from(pdf);
      changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
      // A file that is no PDF any more is refused as such.
      const reply = await post("/api/documents/verify", await uploadForm(asFile(changed)));
      if (reply.status === 200) expect(reply.body).toMatchObject({ isSigned: false, documentId: null });
      else expect(reply.status).toBe(400);
    }
  });

  test("is only added to: the app may not change it, and a trigger refuses even a superuser", async () => {
    await sign();
    for (const statement of ["update document_event set kind = 'x'", "delete from document_event"]) {
      await expect(server.database.inCompany({ companyId }, ({ db }) => db.execute(statement))).rejects.toThrow();
      await expect(superuser(statement)).rejects.toThrow("only ever added to");
    }
    await expect(superuser("truncate document_event")).rejects.toThrow("only ever added to");
  });

  test.each([
    [
      "a changed byte of what was said",
      `update document_event set payload = jsonb_set(payload, '{signedBy,0,name}', '"Ann Whitfielt"') where sequence = 2`,
      2,
    ],
    [
      "another company's id that travels",
      `update document_event set payload = payload || '{"companyTravelId":"0b8f3a52-7a6e-4a0e-9d0a-3f1f7f0c2d11"}' where sequence = 2`,
      2,
    ],
    ["a changed time", "update document_event set time = time + interval '1 millisecond' where sequence = 1", 1],
    ["another file", `update document_event set file_hash = repeat('0', 64) where sequence = 2`, 2],
    ["an event taken out", "delete from document_event where sequence = 2", 2],
    ["an end cut off", "delete from document_event where sequence = 3", 3],
    ["an event with a new hash of its own", "update document_event set hash = repeat('0', 64) where sequence = 3", 3],
    ["an end that was moved", "update document_log set last_sequence = 2", 3],
    ["everything gone", "delete from document_event", 1],
  ])("tells of %s, behind the trigger's back", async (_what, statement, brokenAt) => {
    const signed = [await sign(), await sign(), await sign()];
    const own = ` ${statement.includes("where") ? "and" : "where"} company_id = ${String(companyId)}`;
    await superuser(
      "set session_replication_role = replica",
      statement + own,
      "set session_replication_role = default",
    );
    for (const { pdf } of signed) {
      const known = await verify(pdf);
      expect(known.isSigned).toBe(false);
      expect(known.explanation).toContain(`changed at event ${String(brokenAt)}`);
    }
  });

  test("of a company is one line, also when many sign at once", async () => {
    const inputs = await Promise.all(
      Array.from({ length: 8 }, async (_, index) =>
        documentForm(
          await buildDocument({ estimateId, kind: "contract", signatures: { customer: await drawSignature() } }),
          { pdf: asFile(buildPdf(`at once ${String(index)}`)) },
        ),
      ),
    );
    const replies = await Promise.all(inputs.map((input) => post("/api/documents/", input)));
    expect(replies.map(({ status }) => status)).toEqual(inputs.map(() => 200));
    expect((await verify(buildPdf("at once 3"))).explanation).toContain("The evidence log is whole: 8 events");
  });

  test("says nothing of another company's documents", async () => {
    const { document, pdf } = await sign();
    const foreigner = await server.signInNew({ companyId: await server.createCompany(), role: "Admin" });
    expect(await verify(pdf, foreigner)).toMatchObject({ isSigned: false, documentId: null });
    const certificate = await foreigner.callRaw("downloadCertificate", { params: { id: document.id } });
    expect(certificate.status).toBe(404);
  });

  test("is on the certificate: who signed, what the server did, both hashes; an unsigned document has none", async () => {
    const { document, pdf } = await sign();
    const url = `/api/documents/${String(document.id)}/certificate`;
    const reply = await server.app.inject({ url, cookies: { ridgebook_session: ann.cookie } });
    expect(reply.headers["content-type"]).toBe("application/pdf");
    expect(orders).toMatchObject([
      {
        kind: "certificate",
        input: {
          documentId: document.id,
          fileHash: sha256Of(pdf),
          fingerprint: document.data["fingerprint"],
          events: [
            {
              what: "Signed",
              who: "Ann Whitfield, Owner",
              when: "May 14, 2026 at 2:02:11 PM EDT, by the device's clock",
            },
            { what: "Received", who: "Server" },
            { what: "Checked", details: ["The log is whole: 1 entry", "What is stored is what was signed"] },
          ],
        },
      },
    ]);
    const draft = await ann.callRaw("createDocument", { body: await buildDocument({ estimateId, kind: "contract" }) });
    const { id } = draft.body as StoredDocument;
    expect((await ann.callRaw("downloadCertificate", { params: { id } })).status).toBe(404);
  });
});

describe("the stored data of a signed document", () => {
  const certified = async ({ id }: StoredDocument) => {
    const reply = await server.app.inject({ url: `/api/documents/${String(id)}/certificate`, headers: ann.headers });
    expect(reply.statusCode).toBe(200);
    const order = orders.at(-1);
    return order?.kind === "certificate" ? order.input.events.at(-1)?.details.at(-1) : undefined;
  };

  test.each([
    [
      "a word",
      "update document set data = jsonb_set(data, '{model}', to_jsonb(replace(data ->> 'model', 'new roof', 'old roof')))",
    ],
    ["a picture", "update document_signature set picture = set_byte(picture, 60, (get_byte(picture, 60) + 1) % 256)"],
  ])("differs from the signed one by one changed byte of %s", async (_what, statement) => {
    const { document } = await sign();
    expect(await certified(document)).toBe("What is stored is what was signed");
    await superuser(`${statement} where company_id = ${String(companyId)}`);
    expect(await certified(document)).toBe("WHAT IS STORED IS NOT WHAT WAS SIGNED");
  });

  test("is never drawn again, nor shown from another file, once it was changed", async () => {
    const input = await buildDocument({
      estimateId,
      kind: "contract",
      signatures: { customer: await drawSignature() },
    });
    const { id } = (await post("/api/documents/", await documentForm(input))).body as StoredDocument;
    await superuser(
      `update document set data = data - 'model' || '{"model":"{}"}' where company_id = ${String(companyId)}`,
    );
    const paper = await server.app.inject({ url: `/pdf/contract/${String(id)}`, headers: ann.headers });
    expect(paper.statusCode).toBe(503);
    expect(orders).toEqual([]);

    const { document: first } = await sign();
    const { document: second } = await sign();
    await superuser(
      `update document set pdf_hash = (select pdf_hash from document where id = ${String(second.id)}) where id = ${String(first.id)}`,
    );
    const other = await server.app.inject({ url: first.pdfUrl ?? "", headers: ann.headers });
    expect(other.statusCode).toBe(500);
  });
});

describe("hostile files", () => {
  test.each(hostileFiles())(
    "$what is refused as a signed PDF and is never a signed document",
    async ({ name, bytes }) => {
      const input = await buildDocument({
        estimateId,
        kind: "contract",
        signatures: { customer: await drawSignature() },
      });
      const reply = await post("/api/documents/", await documentForm(input, { pdf: asFile(bytes, name) }));
      expect(reply.status).toBe(400);
      const { errors } = reply.body as { errors: Record<string, string[]> };
      expect(Object.keys(errors)).toEqual(["pdf"]);
      expect(errors["pdf"]?.join(" ")).toMatch(
        /^(File is empty\.|File exceeds limit of 9\.5 MB\.|Invalid file type\. Only pdf files allowed\.|The PDF is damaged, or holds something besides a PDF\.)/,
      );
      const asked = await post("/api/documents/verify", await uploadForm(asFile(bytes, name)));
      if (asked.status === 200) expect(asked.body).toMatchObject({ isSigned: false, documentId: null });
      else expect(asked.status).toBe(bytes.length > 10_500_000 ? 413 : 400);
    },
  );

  test("leave nothing behind, and the largest PDF that is allowed is taken", async () => {
    const { rows } = await server.testDatabase.superuserPool.query("select from document where company_id = $1", [
      companyId,
    ]);
    expect(rows).toEqual([]);
    const small = buildPdf("x");
    const large = buildPdf("x".repeat(10_000_000 - small.length - 16));
    const padded = Buffer.concat([large, Buffer.from(" ".repeat(10_000_000 - large.length))]);
    expect(padded).toHaveLength(10_000_000);
    expect((await sign(padded)).document.pdfStatus).toBe(3);
  });
});
