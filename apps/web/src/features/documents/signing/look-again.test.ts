import { DOCUMENT_TYPES, Problem, type SigningCheck } from "@ridgebook/contract";
import { basisOf, buildDocument, initialChoices, workflowKeysOf } from "@ridgebook/documents";
import { sampleEstimate, sampleSource } from "@ridgebook/documents/testing/sample-source";
import { beforeEach, describe, expect, test } from "vitest";
import type { FrozenDocument } from "#features/documents/create/frozen-document.ts";
import { lookAgain, type LookParts } from "#features/documents/signing/look-again.ts";
import { buildsOn, signedSentence, whenSigned } from "#features/documents/signing/papers-before.ts";
import type { LocalData } from "#local-data/local-data.ts";
import { TestDevice } from "#local-data/testing/test-device.ts";

let device: TestDevice;
let tab: LocalData;

beforeEach(async () => {
  device = new TestDevice();
  tab = await device.openAnnsTab();
  device.server.put({ id: 7 });
  device.server.putEstimate({ id: 9, leadId: 7, name: "Roof", workflowIds: [1] });
  await tab.sync.run();
  return () => {
    tab.stop();
    expect(device.defects).toEqual([]);
  };
});

const source = sampleSource(sampleEstimate(["roofing-colonial", "gutters-cape"]));
const choices = initialChoices(source, "contract");
const workflows = workflowKeysOf(choices);

/** A contract that is about to be signed. */
const contract = (values: Partial<FrozenDocument> = {}): FrozenDocument => ({
  model: buildDocument(source, choices),
  choices,
  basis: basisOf(source.estimate),
  lead: source.lead,
  sourceId: undefined,
  basedOnId: undefined,
  buildsOn: [],
  madeWith: undefined,
  ...values,
});

/** A change order of a contract. Only what it names counts here. */
const changeOrder = (values: Partial<FrozenDocument>): FrozenDocument =>
  contract({ choices: { ...choices, kind: "changeOrder" } as never, ...values });

const MORNING = "2026-11-27T14:00:00.000Z";

/** A signed paper as the server holds it, and as its answer names it. */
const signedPaper = (
  id: number,
  {
    kind = "contract",
    createdTime = MORNING,
    basedOnId,
    keys = workflows,
    estimateId = 9,
  }: {
    kind?: "contract" | "changeOrder";
    createdTime?: string;
    basedOnId?: number;
    keys?: string[];
    estimateId?: number;
  } = {},
) => ({
  id,
  revision: 1,
  estimateId,
  leadId: 7,
  name: "Signed",
  type: DOCUMENT_TYPES[kind],
  workflows: keys,
  createdTime,
  receivedTime: createdTime,
  supersededById: null,
  pdfStatus: 5,
  pdfUrl: null,
  pdfFailure: "",
  data: {
    number: `2026-1127-${String(id)}`,
    fingerprint: `print ${String(id)}`,
    ...(basedOnId !== undefined && { basedOnId: String(basedOnId) }),
  },
  signatures: { customer: { url: "/signature", timestamp: createdTime } },
  findings: [],
});

/** Another tab of this device, or a sync pass, has stored it. */
const receive = (paper: ReturnType<typeof signedPaper>): Promise<void> => tab.documents.receive(paper as never);

/** A server that answers the question before signing; `asked` counts how often. */
function serverSaying(
  answer: Partial<SigningCheck> | Problem | "nothing",
): Pick<LookParts, "client"> & { asked: string[] } {
  const asked: string[] = [];
  const call = (_name: string, parts: unknown): Promise<unknown> => {
    asked.push(JSON.stringify(parts));
    if (answer === "nothing") return new Promise(() => undefined);
    if (answer instanceof Problem) return Promise.reject(answer);
    return Promise.resolve({ serverTime: MORNING, isNumberTaken: false, signedPapers: [], ...answer });
  };
  return { client: { call } as never, asked };
}

const look = (document: FrozenDocument, server = serverSaying({}), parts: Partial<LookParts> = {}) =>
  lookAgain(document, {
    localData: tab,
    client: server.client,
    estimate: { id: 9, leadId: 7 },
    hasSignal: true,
    ...parts,
  });

describe("before the first signature", () => {
  test("[SIGN-49] nothing was signed meanwhile, and the number is free", async () => {
    expect(await look(contract())).toMatchObject({ beside: [], isNumberTaken: false, isEstimateDeleted: false });
  });

  test("[SIGN-49] a contract of the same work that another tab has signed is found without a signal", async () => {
    await receive(signedPaper(30));
    const server = serverSaying({});
    const { beside } = await look(contract(), server, { hasSignal: false });
    expect(beside.map(({ number }) => number)).toEqual(["2026-1127-30"]);
    expect(server.asked).toEqual([]);
  });

  test("[SIGN-49] a contract that another device has signed is on this one then", async () => {
    const paper = signedPaper(31);
    device.server.hold("estimate-documents", paper);
    const server = serverSaying({ signedPapers: [{ fingerprint: "print 31" } as never] });
    const { beside, documents } = await look(contract(), server);
    expect(beside.map(({ id }) => id)).toEqual([31]);
    expect(documents.map(({ id }) => id)).toEqual([31]);
    expect(server.asked).toEqual([`{"params":{"id":"9"},"query":{"number":"${source.number}"}}`]);
  });

  test("[SIGN-49] other work, a superseded contract and the contract that it is made from are nothing to ask about", async () => {
    await receive(signedPaper(32, { keys: ["5"] }));
    await receive({ ...signedPaper(33), supersededById: 34 } as never);
    await receive(signedPaper(34));
    expect((await look(contract({ sourceId: 34 }))).beside).toEqual([]);
  });

  test("[SIGN-50] of a change order: another one of its contract, and the contract's replacement", async () => {
    await receive({ ...signedPaper(40), supersededById: 43 } as never);
    await receive(signedPaper(41, { kind: "changeOrder", basedOnId: 40 }));
    await receive(signedPaper(42, { kind: "changeOrder", basedOnId: 40, createdTime: "2026-11-27T15:00:00.000Z" }));
    await receive(signedPaper(43, { createdTime: "2026-11-27T16:00:00.000Z" }));
    await receive(signedPaper(44, { kind: "changeOrder", basedOnId: 39 }));
    const { beside } = await look(changeOrder({ basedOnId: 40, buildsOn: ["print 40", "print 41"] }));
    expect(beside.map(({ id }) => id)).toEqual([42, 43]);
  });

  test("[SIGN-76] of a contract: change orders of the one that it replaces which it does not know", async () => {
    await receive(signedPaper(50));
    await receive(signedPaper(51, { kind: "changeOrder", basedOnId: 50 }));
    const { beside, grown } = await look(contract({ sourceId: 50, buildsOn: ["print 50"] }));
    expect([beside, grown.map(({ id }) => id)]).toEqual([[], [51]]);
    expect((await look(contract({ sourceId: 50, buildsOn: ["print 50", "print 51"] }))).grown).toEqual([]);
  });

  test("[SIGN-45] a number that a document of another estimate here, or of the company, has is taken", async () => {
    const taken = { ...signedPaper(50, { estimateId: 12 }), data: { number: source.number } };
    expect((await look(contract(), serverSaying({ isNumberTaken: true }))).isNumberTaken).toBe(true);
    expect((await look(contract())).isNumberTaken).toBe(false);
    await receive(taken as never);
    expect((await look(contract(), serverSaying({}), { hasSignal: false })).isNumberTaken).toBe(true);
  });

  test("[SIGN-49] says that the office has deleted the estimate", async () => {
    expect((await look(contract(), serverSaying(new Problem("notFound")))).isEstimateDeleted).toBe(true);
  });

  test.each([
    ["does not answer", "nothing" as const],
    ["fails", new Problem("unavailable")],
  ])("[SIGN-49] a server that %s does not prevent signing", async (_how, answer) => {
    await receive(signedPaper(60));
    const { beside, isNumberTaken } = await look(contract(), serverSaying(answer), { timeoutMs: 5 });
    expect({ beside: beside.length, isNumberTaken }).toEqual({ beside: 1, isNumberTaken: false });
  });

  test("[SIGN-49] an estimate that waits on this device is nothing that the server knows", async () => {
    const server = serverSaying(new Problem("notFound"));
    const { isEstimateDeleted } = await look(contract(), server, { estimate: { id: -4, leadId: 7 } });
    expect({ isEstimateDeleted, asked: server.asked }).toEqual({ isEstimateDeleted: false, asked: [] });
  });
});

describe("the papers that a paper builds on", () => {
  const paper = { basedOnId: undefined, sourceId: undefined };
  const documents = [
    signedPaper(70),
    signedPaper(72, { kind: "changeOrder", basedOnId: 70, createdTime: "2026-11-27T16:00:00.000Z" }),
    signedPaper(71, { kind: "changeOrder", basedOnId: 70, createdTime: "2026-11-27T15:00:00.000Z" }),
    signedPaper(73, { kind: "changeOrder", basedOnId: 69 }),
    { ...signedPaper(74, { kind: "changeOrder", basedOnId: 70 }), signatures: {} },
  ] as never[];

  test("[SIGN-50] of a change order: its contract, and the change orders that were signed before, oldest first", () => {
    expect(buildsOn({ ...paper, kind: "changeOrder", basedOnId: 70 }, documents)).toEqual([
      "print 70",
      "print 71",
      "print 72",
    ]);
  });

  test("[SIGN-50] of a contract: the one it replaces with its change orders, and no concurrent one", () => {
    expect(buildsOn({ ...paper, kind: "contract", sourceId: 70 }, documents)).toEqual([
      "print 70",
      "print 71",
      "print 72",
    ]);
    expect(buildsOn({ ...paper, kind: "contract" }, documents)).toEqual([]);
  });
});

test("[SIGN-49] names a paper by its number and the time of signing, with the day if it is another one", () => {
  // 20:46 at UTC−5, which New York has in November.
  const time = "2026-11-28T01:46:00.000Z";
  const timeZone = "America/New_York";
  expect(whenSigned(time, { timeZone, today: "2026-11-27" })).toBe("at 8:46 PM");
  expect(whenSigned(time, { timeZone, today: "2026-11-28" })).toBe("on November 27, 2026, at 8:46 PM");
  const paper = { ...signedPaper(80), kind: "changeOrder", number: "2026-1127-K7QDMA", createdTime: time } as never;
  expect(signedSentence(paper, { timeZone, today: "2026-11-27" })).toBe(
    "Change order 2026-1127-K7QDMA was signed at 8:46 PM.",
  );
});
