import { isLocalId } from "@ridgebook/contract";
import { basisOf, buildDocument, initialChoices } from "@ridgebook/documents";
import { sampleEstimate, sampleSource } from "@ridgebook/documents/testing/sample-source";
import { beforeEach, describe, expect, test } from "vitest";
import { draftToValues, valuesToDraft } from "#features/documents/create/document-draft.ts";
import type { FrozenDocument } from "#features/documents/create/frozen-document.ts";
import { openDocumentForm } from "#features/documents/create/open-document-form.ts";
import { storeDocument } from "#features/documents/create/store-document.ts";
import { signedData } from "#features/documents/signing/taken-signature.ts";
import { draftKey } from "#local-data/estimates/document-draft-ids.ts";
import type { LocalData } from "#local-data/local-data.ts";
import { settled, TestDevice } from "#local-data/testing/test-device.ts";

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
const estimate = { id: 9, leadId: 7 };
const KEY = { estimateId: 9, copyKey: draftKey("contract", undefined) };

const taken = {
  customer: {
    picture: "data:image/png;base64,S2FyZW4=",
    strokes: null,
    typedName: "Karen Whitfield",
    timestamp: "2026-05-14T14:24:08.000Z",
    clock: { aheadSeconds: 0, comparedTime: "2026-05-14T14:20:00.000Z" },
  },
};

const paperWith = (number: string): FrozenDocument => ({
  model: buildDocument({ ...source, number }, choices),
  choices,
  basis: basisOf(source.estimate),
  lead: source.lead,
  sourceId: undefined,
  basedOnId: undefined,
  buildsOn: [],
  madeWith: undefined,
});

/** Finishes a paper in an app that dies before it has dropped the draft. */
async function finish(document: FrozenDocument): Promise<void> {
  const slots = document.model.closing?.signatures ?? [];
  const { signatures, signed } = signedData(slots, taken);
  const signing = {
    signatures,
    signed: { ...signed, fingerprint: "ab".repeat(32), buildsOn: [], lead: document.lead, drawing: "cd" },
    pdf: new TextEncoder().encode("%PDF-1.7 signed"),
  };
  await storeDocument({ localData: tab, estimate, document, signing });
}

const keep = (document: FrozenDocument): Promise<void> =>
  tab.estimates.drafts.save(KEY, draftToValues({ choices, contractId: undefined, signing: { document, taken } }));

const open = () => openDocumentForm({ localData: tab, estimateId: 9, kind: "contract", sourceId: undefined });

describe("a signed contract whose draft outlived the app", () => {
  test.each([
    ["waits to be sent", false],
    ["was sent", true],
  ])("[OFF-06] [PAPER-20] is not offered to be signed and finished again where it %s", async (_case, isSent) => {
    device.goOffline();
    const paper = paperWith("2026-0514-K7QD");
    await keep(paper);
    await finish(paper);
    if (isSent) device.goOnline();
    await settled();
    const { kept, documents } = await open();
    expect(documents.map(({ id }) => isLocalId(id))).toEqual([!isSent]);
    expect(kept).toBeUndefined();
    // Nor the next time, when the document may be gone.
    expect(await tab.estimates.drafts.list(9)).toEqual([]);
  });

  test("[PAPER-20] takes no other paper with it: what is signed and not finished comes back", async () => {
    device.goOffline();
    await finish(paperWith("2026-0514-K7QD"));
    await keep(paperWith("2026-0514-R2XM"));
    const { kept } = await open();
    expect(valuesToDraft(kept, { start: choices, lead: source.lead })?.signing?.taken).toEqual(taken);
  });
});
