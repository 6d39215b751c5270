import { randomBytes, randomUUID } from "node:crypto";
import {
  DOCUMENT_TYPES,
  type EstimateId,
  type LeadId,
  type ProblemReply,
  type SignatureInput,
  type SignatureKey,
} from "@ridgebook/contract";
import {
  basisOf,
  buildDocument,
  canonicalJson,
  documentDataOf,
  DRAWING_VERSION,
  fingerprintOf,
  initialChoices,
  workflowKeysOf,
  type DocumentModel,
} from "@ridgebook/documents";
import { sampleEstimate, sampleSource } from "@ridgebook/documents/testing/sample-source";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { buildDocument as buildPaper, documentForm, drawSignature } from "#testing/build-document.ts";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";

/*
 * Each member of a signed paper in turn left out or written as something else, sealed as if it were right. The server takes the paper or
 * says what cannot be read and where; it never fails.
 */

let server: TestApplication;
let ann: SignedIn;
let leadId: LeadId;
let estimateId: EstimateId;
let signature: SignatureInput;
const source = sampleSource(sampleEstimate(["gutters-cape"], { promotion: 50 }));

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
  ann = await server.signInNew({ companyId: await server.createCompany() });
  const lead = await ann.call("createLead", { body: { lastName: "Whitfield" } });
  leadId = lead.body.id;
  await beginSeries();
  signature = await drawSignature();
});
afterAll(() => server.close());

const choices = initialChoices(source, "contract");
const model = buildDocument(source, choices);
const basis = basisOf(source.estimate);

/** Does not become small when it is packed. */
const LONG = randomBytes(30_000).toString("base64");
const DEPTH = 20_000;
const DEEP: unknown = JSON.parse(`${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}`);
const MISSING = Symbol("missing");

const WRONG: readonly (readonly [what: string, value: unknown])[] = [
  ["missing", MISSING],
  ["null", null],
  ["an empty text", ""],
  ["a number", -1e300],
  ["a list of nothing", [null]],
  ["a long text", LONG],
];
const DEEPER: typeof WRONG = [...WRONG.filter(([what]) => what !== "null"), ["a deep list", DEEP]];

type Members = Readonly<Record<string, unknown>>;

const written = (own: object, member: string, value: unknown): Members => {
  const { [member]: _former, ...others } = own as Members;
  return value === MISSING ? others : { ...others, [member]: value };
};
/** JSON in which `DEEP` becomes a deeply nested list, which `JSON.stringify` cannot write. */
const jsonOf = (value: unknown): string => {
  const deep = `${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}`;
  const mark = `"${randomUUID()}"`;
  const marked = (each: unknown): unknown =>
    each === DEEP ? JSON.parse(mark) : Array.isArray(each) ? each.map(marked) : isObject(each) ? mapped(each) : each;
  const mapped = (each: object): object =>
    Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, marked(inner)]));
  return JSON.stringify(marked(value)).replaceAll(mark, deep);
};
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Starts a few papers on a new estimate, because the server compares a paper with all signed papers of its estimate. */
async function beginSeries(): Promise<void> {
  const { workflowIds } = source.estimate;
  const made = await ann.callRaw("createEstimate", { body: { leadId, name: "House", workflowIds } });
  estimateId = (made.body as { id: EstimateId }).id;
}

let count = 0;
/** No two papers have one number. */
const numbered = (paper: unknown): unknown => {
  count += 1;
  return isObject(paper) && "number" in paper && paper.number === model.number
    ? { ...paper, number: `${model.number}-${String(count)}` }
    : paper;
};

/** The form of a paper with the parts given; sealed with what its model says, as far as that can be sealed. */
async function post({
  data = {},
  body = {},
  signed = {},
  paper: given = model,
}: {
  data?: Members;
  body?: Members;
  signed?: Members;
  paper?: unknown;
}): Promise<{ status: number; problem: ProblemReply }> {
  const paper = numbered(given);
  const slots = model.closing?.signatures ?? [];
  const signatures: Partial<Record<SignatureKey, SignatureInput>> = Object.fromEntries(
    slots.map(({ key }) => [key, signature]),
  );
  const sealed = Object.entries(signatures).map(([key, each]) => ({ key: key as SignatureKey, ...each }));
  let fingerprint = "0".repeat(64);
  try {
    fingerprint = await fingerprintOf(paper as DocumentModel, sealed);
  } catch {
    // What cannot be sealed is refused for its shape first.
  }
  const own = documentDataOf({
    model,
    choices,
    basis,
    signed: {
      fingerprint,
      strokes: { customer: [[{ x: 1, y: 2, time: 3 }]] },
      buildsOn: [],
      lead: source.lead,
      consents: Object.fromEntries(slots.map(({ key, consent }) => [key, consent])),
      clock: { aheadSeconds: 0, comparedTime: source.now.toISOString() },
      drawing: DRAWING_VERSION,
    },
    madeWith: { settingsTime: null, priceBookVersion: 1 },
  });
  const form = new FormData();
  const fields = {
    estimateId,
    name: model.title,
    type: DOCUMENT_TYPES.contract,
    workflows: workflowKeysOf(choices)[0],
    createdTime: source.now.toISOString(),
    ...body,
  };
  const { number } = paper as { number?: unknown };
  const all: Members = { ...own, model: jsonOf(paper), ...(typeof number === "string" && { number }), ...data };
  const append = (name: string, value: unknown): void => {
    if (value !== MISSING) form.append(name, typeof value === "string" ? value : jsonOf(value));
  };
  for (const [name, value] of Object.entries(fields)) append(name, value);
  for (const [name, value] of Object.entries(all)) append(`data.${name}`, value);
  for (const { key, ...each } of sealed)
    for (const [name, value] of Object.entries({ ...each, ...signed })) append(`signatures.${key}.${name}`, value);
  const sent = new Response(form);
  const reply = await server.app.inject({
    method: "POST",
    url: "/api/documents/",
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: {
      ...ann.headers,
      "content-type": sent.headers.get("content-type") ?? "",
      "idempotency-key": randomUUID(),
    },
  });
  return { status: reply.statusCode, problem: reply.json<ProblemReply>() };
}

/** Sends every wrong value in every place and gives those that the server failed at, or refused without a word. */
async function failuresOf(
  members: readonly string[],
  send: (member: string, value: unknown) => ReturnType<typeof post>,
  values = WRONG,
): Promise<string[]> {
  const failures: string[] = [];
  for (const member of members) {
    await beginSeries();
    for (const [what, value] of values) {
      const { status, problem } = await send(member, value);
      const said = Object.entries(problem.errors ?? {});
      const isSaid = status === 400 && said.length > 0 && said.every(([, texts]) => texts.join("").length > 5);
      if (status !== 200 && !isSaid) failures.push(`${member} as ${what}: ${String(status)} ${problem.title}`);
    }
  }
  return failures;
}

describe("a signed paper", () => {
  test("[PAPER-45] that is whole is taken", async () => {
    const { status, problem } = await post({});
    expect(status, JSON.stringify(problem)).toBe(200);
  });

  test.each([
    ["choices", choices],
    ["basis", basis],
  ])("[PAPER-45] with one of its %s written otherwise is accepted or refused with a message", async (part, own) => {
    const failures = await failuresOf(Object.keys(own), (member, value) =>
      post({ data: { [part]: jsonOf(written(own, member, value)) } }),
    );
    expect(failures).toEqual([]);
  });

  test("[PAPER-45] with a member of its content written otherwise is accepted or refused with a message", async () => {
    expect(
      await failuresOf(Object.keys(model), (member, value) => post({ paper: written(model, member, value) })),
    ).toEqual([]);
    const { closing } = model;
    expect(
      await failuresOf(Object.keys(closing ?? {}), (member, value) =>
        post({ paper: { ...model, closing: written(closing ?? {}, member, value) } }),
      ),
    ).toEqual([]);
    expect(
      await failuresOf(Object.keys(model.company), (member, value) =>
        post({ paper: { ...model, company: written(model.company, member, value) } }),
      ),
    ).toEqual([]);
  });

  test("[PAPER-45] with one of its values, members or signatures written otherwise is accepted or refused with a message", async () => {
    const values =
      "typeVersion number model choices basis sourceId basedOnId madeWith fingerprint consents strokes buildsOn clock drawing lead";
    expect(
      await failuresOf(
        values.split(" "),
        (member, value) =>
          post({ data: { [member]: value === MISSING || typeof value === "string" ? value : jsonOf(value) } }),
        DEEPER,
      ),
    ).toEqual([]);
    const members =
      "estimateId name type workflows createdTime showAdditionalCost additionalCost additionalWorkTotalBroughtFromAddendum";
    expect(await failuresOf(members.split(" "), (member, value) => post({ body: { [member]: value } }))).toEqual([]);
    expect(await failuresOf(["data", "timestamp"], (member, value) => post({ signed: { [member]: value } }))).toEqual(
      [],
    );
  });

  test.each([
    ["the day of a calendar that nobody has", { paper: { ...model, date: "2026-02-30" } }],
    ["a start that is no day", { data: { choices: canonicalJson({ ...choices, startDate: "soon" }) } }],
    ["a price book of the far future", { data: { basis: canonicalJson({ ...basis, priceBookVersion: 9e15 }) } }],
    ["a year that no calendar has", { body: { createdTime: "0000-01-01T00:00:00.000Z" } }],
    ["a signature of such a year", { signed: { timestamp: "0000-01-01T00:00:00.000Z" } }],
    ["choices of another kind", { data: { choices: canonicalJson({ ...choices, kind: "changeOrder" }) } }],
  ])("[PAPER-45] with %s is refused with a message", async (_, parts) => {
    const { status, problem } = await post(parts);
    expect([
      status,
      Object.values(problem.errors ?? {})
        .flat()
        .join(" "),
    ]).toEqual([400, expect.stringMatching(/\w+ \w+/)]);
  });
});

test("[SIGN-37] [PAPER-46] an unsigned document is refused with the characters that cannot be printed, and where they are", async () => {
  const body = await buildPaper({
    estimateId,
    kind: "workOrder",
    model: { parties: [{ caption: "Owner", strong: ["محمد Whitfield"], lines: [] }] },
  });
  const says =
    '"محمد" in the owner\'s name cannot be printed (م (Arabic), ح (Arabic), د (Arabic)). Enter how it is spelled in Latin letters.';
  const { payload, headers } = await documentForm(body);
  const reply = await server.app.inject({
    method: "POST",
    url: "/api/documents/",
    payload,
    headers: { ...ann.headers, ...headers, "idempotency-key": randomUUID() },
  });
  expect([reply.statusCode, reply.json<ProblemReply>().errors]).toEqual([400, { "data.model": [says] }]);
  const plain = await buildPaper({ estimateId, kind: "workOrder" });
  const { body: made } = await ann.call("createDocument", { body: plain, key: randomUUID() });
  const changed = await ann.callRaw("updateDocument", { params: { id: made.id }, body: { data: body.data } });
  expect(changed.problem.errors).toEqual({ "data.model": [says] });
});

test("[PAPER-45] an unsigned document is refused when its choices or estimate cannot be read", async () => {
  const body = await buildPaper({ estimateId, kind: "workOrder", data: { choices: "{}", basis: "no JSON" } });
  const refused = await ann.callRaw("createDocument", { body, key: randomUUID() });
  expect(Object.keys(refused.problem.errors ?? {})).toEqual(["data.choices", "data.basis"]);
  expect(refused.problem.errors?.["data.basis"]).toEqual([
    "The document's estimate (data.basis) is not readable: it is not JSON.",
  ]);
});
