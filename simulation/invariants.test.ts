import { EMPTY_LEAD, Problem, type LeadFields, type ProblemCode, type ProblemReply } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { NOTHING_WAITS } from "../apps/web/src/local-data/device/sync-status.ts";
import type { PendingChange } from "../apps/web/src/local-data/outbox/pending-changes.ts";
import { findLostWorkflowCopies } from "./added-copies.ts";
import { writesGivenUp } from "./entry-writes.ts";
import type { FinalState, TabView } from "./final-state.ts";
import { findBreaches } from "./invariants.ts";
import { createJournal, type Certainty, type FieldWrite, type Journal, type Paper } from "./journal.ts";
import {
  REFUSED_ZIP_CODE,
  toDocumentRecord,
  toEstimateRecord,
  toLeadRecord,
  toPhotoRecord,
  type SimulatedRecord,
} from "./simulated-record.ts";
import type { Filed, FiledPhoto, RecordVersion } from "./simulated-server.ts";

/** Tests of the checks themselves: they report each kind of breach, and nothing if all is well. */

const lead = (id: number, company: string, values: Partial<LeadFields> = {}): SimulatedRecord =>
  toLeadRecord({ ...EMPTY_LEAD, company, id, revision: 1, ...values });
const estimate = ({
  leadId,
  itemId = 71,
  id = 9,
  name = "estimate-1",
  copies = [],
}: {
  leadId: number;
  itemId?: number;
  /** Further copies, each with a line of this quantity. */
  copies?: readonly { number: number; name: string; quantity: number }[];
  id?: number;
  name?: string;
}): SimulatedRecord =>
  toEstimateRecord({
    id,
    revision: 1,
    leadId,
    name,
    comparisons: [],
    workflowSummaries: {},
    duplicateWorkflows: copies.map((copy) => ({ workflowId: 1, workflowEstimateId: copy.number, name: copy.name })),
    items: [{ number: 1, quantity: 40 }, ...copies].map(({ number, quantity }) => ({
      id: itemId + number - 1,
      parentItemId: null,
      fieldId: "1.58",
      fieldOptionId: null,
      value: "",
      quantity,
      materialCost: 0,
      laborCost: 0,
      materialPrice: 0,
      laborPrice: 0,
      workflowEstimateId: number,
    })),
  });
const KNOWN = [lead(1, "lead-crm"), lead(2, "lead-old"), estimate({ id: 8, name: "estimate-old", leadId: 1 })];
const AT_REST = { ...NOTHING_WAITS, online: true, noSignalSince: null, syncing: false, sendingCount: 0 };
const inserted = (...records: SimulatedRecord[]): RecordVersion[] =>
  records.map((record) => ({ operation: "INSERT", record }));

const write = (city: string, values: Partial<FieldWrite> = {}): FieldWrite => ({
  name: "lead-1",
  field: "city",
  value: city,
  device: 0,
  saw: new Set(),
  certainty: "certain",
  isSaidSynced: false,
  allowedTimes: 1,
  ...values,
});

function journalOf(...writes: FieldWrite[]): Journal {
  const journal = createJournal();
  journal.creations.push({ name: "lead-1", device: 0, certainty: "certain", isSaidSynced: true });
  journal.writes.push(...writes);
  return journal;
}

interface World {
  journal?: Journal;
  own: SimulatedRecord[];
  history?: RecordVersion[];
  filed?: Filed[];
  filedPhotos?: FiledPhoto[];
  tabs?: TabView[];
}

function stateOf({
  journal = journalOf(),
  own,
  history = [],
  filed = [],
  filedPhotos = [],
  tabs = [],
}: World): FinalState {
  return {
    journal,
    records: [...KNOWN, ...own],
    history: [...inserted(...KNOWN, ...own.slice(0, 1)), ...history],
    tabs,
    filed,
    filedPhotos,
    entriesOfOthers: [],
    defects: [],
    together: [],
    unanswered: [],
    strangeAnswers: [],
  };
}

const breachesOf = (world: World): string[] => findBreaches(stateOf(world));

describe("the checks", () => {
  test("report nothing if all is well", () => {
    const own = lead(3, "lead-1", { city: "new" });
    const journal = journalOf(write("old"), write("new", { saw: new Set(["old"]) }));
    expect(breachesOf({ journal, own: [own] })).toEqual([]);
  });

  test("accept a missing value, and the one that it replaced, if a tab died while its change was discarded", () => {
    const look = (isMaybeGivenUp: boolean): string[] => {
      const journal = journalOf(write("old"), write("new", { saw: new Set(["old"]), isMaybeGivenUp }));
      return breachesOf({ journal, own: [lead(3, "lead-1", { city: "" })] });
    };
    expect(look(true)).toEqual([]);
    expect(look(false)).toHaveLength(2);
  });

  test("accept missing values of a record that a user deleted and a document restored, and the values that they replaced", () => {
    const journal = journalOf(
      write("old", { device: 1 }),
      write("new", { device: 1, saw: new Set(["old"]) }),
      write("unsent", { device: 1 }),
    );
    journal.deletions.push({ name: "lead-1", device: 0, certainty: "certain", isTakenBack: false });
    const asDeleted = lead(3, "lead-1", { city: "new" });
    const history: RecordVersion[] = [
      { operation: "UPDATE", record: asDeleted },
      { operation: "DELETE", record: asDeleted },
      ...inserted(lead(3, "lead-1")),
    ];
    expect(breachesOf({ journal, own: [lead(3, "lead-1")], history })).toEqual([
      "lost: lead-1 city unsent of device1; the server has ",
    ]);
  });

  test("report a missing lead", () => {
    expect(breachesOf({ own: [] })).toContain("lost: lead-1 is nowhere");
  });

  test("report a lead that exists twice, and one that was created twice", () => {
    expect(breachesOf({ own: [lead(3, "lead-1"), lead(4, "lead-1")] })[0]).toBe(
      "doubled: lead-1 is on the server 2 times",
    );
    const history = inserted(lead(4, "lead-1"));
    expect(breachesOf({ own: [lead(3, "lead-1")], history })[0]).toBe("doubled: lead-1 was created 2 times");
  });

  test("report a value that was overwritten by a user who had not seen it", () => {
    const journal = journalOf(write("mine"), write("theirs"));
    expect(breachesOf({ journal, own: [lead(3, "lead-1", { city: "theirs" })] })).toEqual([
      "lost: lead-1 city mine of device0; the server has theirs",
    ]);
  });

  test("report a value that came back over a newer one", () => {
    const journal = journalOf(write("old"), write("new", { saw: new Set(["old"]) }));
    const history: RecordVersion[] = ["old", "new", "old"].map((city) => ({
      operation: "UPDATE",
      record: lead(3, "lead-1", { city }),
    }));
    const breaches = breachesOf({ journal, own: [lead(3, "lead-1")], history });
    expect(breaches).toContain("doubled: lead-1 city old came 2 times, entered 1 times");
  });

  test("report an estimate of the wrong lead", () => {
    const journal = journalOf();
    const made = {
      name: "estimate-1",
      leadName: "lead-1",
      device: 0,
      certainty: "certain",
      isSaidSynced: false,
    } as const;
    journal.creations.push({ ...made });
    const own = [lead(3, "lead-1"), estimate({ leadId: 2 })];
    expect(breachesOf({ journal, own })).toEqual(["lost: estimate-1 belongs to lead-old, not to lead-1"]);
  });

  test("report a line whose id differs between a device and the server", () => {
    const journal = journalOf();
    const made = {
      name: "estimate-1",
      leadName: "lead-1",
      device: 0,
      certainty: "certain",
      isSaidSynced: false,
    } as const;
    journal.creations.push({ ...made });
    const own = [lead(3, "lead-1"), estimate({ leadId: 3 })];
    const shown = [...KNOWN, lead(3, "lead-1"), estimate({ leadId: 3, itemId: -2 })];
    const records = shown.map((record) => ({ ...record, sync: "synced" as const }));
    const tab: TabView = { name: "tab", papers: [], onlyCopies: [], records, entries: [], status: AT_REST };
    expect(breachesOf({ journal, own, tabs: [tab] })).toMatchObject([/^different: tab shows estimate-1 items:1:1.58/]);
  });

  test("report a photo that the server does not have, except of a lead that is only kept for a decision about it", () => {
    const photo = toPhotoRecord({ id: 6, leadId: 9, fileId: "f", caption: "photo-1", takenAt: "2040-05-14T08:00:00Z" });
    const own = [lead(3, "lead-1")];
    const records = [...KNOWN, ...own, photo].map((record) => ({ ...record, sync: "synced" as const }));
    const tab: TabView = { name: "tab", papers: [], onlyCopies: [], records, entries: [], status: AT_REST };
    expect(breachesOf({ own, tabs: [tab] })).toEqual([
      "different: tab shows photo-1 (id given), which the server does not have",
    ]);
    const refused: PendingChange = {
      storeName: "leads",
      id: 9,
      kind: "changed",
      status: "failed",
      fields: [],
      changedTime: 0,
      attempts: 1,
      record: { id: 9, company: "lead-9" },
      problem: new Problem("notFound").toReply(),
    };
    const status = { ...AT_REST, unsyncedCount: 1, needsYouCount: 1 };
    expect(breachesOf({ own, tabs: [{ ...tab, entries: [refused], status }] })).toEqual([]);
  });

  describe("of documents", () => {
    const paper: Paper = {
      estimateName: "estimate-old",
      named: {},
      accountId: 1,
      isRefused: false,
      photos: [],
      signatures: { customer: { data: "data:image/png;base64,AAAA", timestamp: "2040-05-14T08:00:00.000Z" } },
      pdf: new Uint8Array([1, 2, 3]),
    };
    // printf '\001\002\003' | sha256sum
    const pdfHash = "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81";
    const filed: Filed = {
      name: "document-1",
      pdfHash,
      pdf: new Uint8Array([1, 2, 3]),
      pictures: [["customer", "AAAA"]],
      signedEvents: 1,
    };
    const look = (changed: Partial<Filed>, estimateId = 8): string[] => {
      const journal = journalOf();
      const made = { device: 0, certainty: "certain", isSaidSynced: false } as const;
      journal.creations.push({ ...made, name: "document-1", leadName: "lead-crm", paper });
      const document = toDocumentRecord({
        id: 5,
        revision: 1,
        name: "document-1",
        type: 1,
        workflows: [],
        estimateId,
        leadId: 1,
        data: {},
        createdTime: "",
        receivedTime: "",
        pdfStatus: 3,
        createdByUserId: null,
        supersededById: null,
        signatures: {},
      });
      return breachesOf({ journal, own: [lead(3, "lead-1"), document], filed: [{ ...filed, ...changed }] });
    };

    test("report nothing if all is well", () => {
      expect(look({})).toEqual([]);
    });

    test.each([
      { given: "a changed byte", changed: { pdf: new Uint8Array([1, 2, 4]) }, breach: /^lost: the bytes/ },
      { given: "a missing PDF", changed: { pdf: undefined, pdfHash: null }, breach: /^lost: the PDF/ },
      { given: "a missing signature", changed: { pictures: [] }, breach: /^lost: .* signatures/ },
      { given: "a signature that is logged twice", changed: { signedEvents: 2 }, breach: /^doubled: the log/ },
    ])("report $given", ({ changed, breach }) => {
      expect(look(changed)[0]).toMatch(breach);
    });

    test("report a stored PDF that was neither made there nor came from a rescue file, and one that is changed", () => {
      const lookAt = (pdf: Uint8Array, openedRescues: Journal["openedRescues"]): string[] => {
        const journal = journalOf();
        const made = { device: 0, certainty: "certain", isSaidSynced: false } as const;
        journal.creations.push({ ...made, name: "document-1", leadName: "lead-crm", paper });
        journal.openedRescues.push(...openedRescues);
        const papers = [{ name: "document-1", accountId: 1, pdf }];
        const tab: TabView = {
          name: "device1.tab0",
          papers,
          onlyCopies: [],
          records: [],
          entries: [],
          status: AT_REST,
        };
        const own = [lead(3, "lead-1")];
        return breachesOf({ journal, own, tabs: [tab] }).filter((breach) => breach.includes(" PDF "));
      };
      const original = new Uint8Array([1, 2, 3]);
      const opened = [{ accountId: 1, device: 1 }];
      expect(lookAt(original, opened)).toEqual([]);
      expect(lookAt(original, [])).toEqual([
        "different: device1.tab0 has a PDF of document-1, which was not made there",
      ]);
      expect(lookAt(original, [{ accountId: 2, device: 1 }])).toHaveLength(1);
      expect(lookAt(new Uint8Array([1, 2]), opened)).toEqual([
        "lost: the PDF of document-1 is changed on device1.tab0",
      ]);
    });

    test("report a document of the wrong estimate", () => {
      expect(look({}, 9)[0]).toMatch(/^lost: document-1 belongs to undefined, not to estimate-old/);
    });
  });

  describe("of photos", () => {
    const PICTURE = new Uint8Array([1, 2, 3]);
    const made = { device: 0, certainty: "certain", isSaidSynced: false } as const;
    const photo = (leadId = 2): SimulatedRecord =>
      toPhotoRecord({ id: 6, leadId, fileId: "f", caption: "photo-1", takenAt: "2040-05-14T08:00:00.000Z" });
    const paper: Paper = {
      estimateName: "estimate-old",
      named: {},
      signatures: {},
      pdf: undefined,
      accountId: 1,
      isRefused: false,
      photos: ["photo-1"],
    };
    const document = toDocumentRecord({
      id: 5,
      revision: 1,
      name: "document-1",
      type: 1,
      workflows: [],
      estimateId: 8,
      leadId: 1,
      data: {},
      createdTime: "",
      receivedTime: "",
      pdfStatus: 3,
      createdByUserId: null,
      supersededById: null,
      signatures: {},
    });
    const look = (there: {
      photos?: SimulatedRecord[];
      picture?: Uint8Array | undefined;
      history?: SimulatedRecord[];
      isLeadDeleted?: boolean;
    }): string[] => {
      const { photos = [photo()], history = [photo(), document], isLeadDeleted = false } = there;
      const picture = "picture" in there ? there.picture : PICTURE;
      const journal = journalOf();
      journal.creations.push(
        { ...made, name: "photo-1", leadName: isLeadDeleted ? "lead-9" : "lead-old", picture: PICTURE },
        { ...made, name: "document-1", leadName: "lead-crm", paper },
      );
      if (isLeadDeleted)
        journal.deletions.push({ name: "lead-9", device: 0, certainty: "certain", isTakenBack: false });
      return breachesOf({
        journal,
        own: [lead(3, "lead-1"), document, ...photos],
        history: inserted(...history),
        filed: [{ name: "document-1", pdfHash: null, pdf: undefined, pictures: [], signedEvents: 0 }],
        filedPhotos: photos.map(({ name }) => ({ name, picture })),
      });
    };

    test("[PHOTO-06] report nothing if all is well", () => {
      expect(look({})).toEqual([]);
    });

    test.each([
      { given: "a missing photo", there: { photos: [] }, breach: "lost: photo-1 is nowhere" },
      {
        given: "a changed byte",
        there: { picture: new Uint8Array([1, 2, 4]) },
        breach: "lost: the bytes of photo-1",
      },
      { given: "a photo without its picture", there: { picture: undefined }, breach: "lost: the bytes of photo-1" },
      {
        given: "a photo of the wrong lead",
        there: { photos: [photo(1)] },
        breach: "lost: photo-1 belongs to lead-crm, not to lead-old",
      },
      {
        given: "a photo that was added twice",
        there: { history: [photo(), photo(), document] },
        breach: "doubled: photo-1 was created 2 times",
      },
    ])("[PHOTO-06] report $given", ({ there, breach }) => {
      expect(look(there)).toEqual([breach]);
    });

    test.each([
      { given: "came after it", history: [document, photo()] },
      { given: "never came", history: [document] },
    ])("[PHOTO-08] report a document whose photo $given", ({ history }) => {
      expect(look({ history })).toEqual(["early: document-1 came to the server before photo-1, which it shows"]);
    });

    test("[PHOTO-05] accept that a photo was deleted with its lead", () => {
      expect(look({ photos: [], isLeadDeleted: true })).toEqual([]);
    });
  });

  test("report an id that was given to two lines", () => {
    const journal = journalOf();
    journal.itemIds.push("device0 -2", "device1 -2", "device0 -2");
    expect(breachesOf({ journal, own: [lead(3, "lead-1")] })).toEqual([
      "doubled: the id device0 -2 was given to two lines",
    ]);
  });

  describe("of entries that wait for a user", () => {
    const AT_REST_WITH_ONE = { ...AT_REST, unsyncedCount: 1, needsYouCount: 1 };
    const look = (
      entry: Partial<PendingChange>,
      there: Partial<TabView> & { writes?: FieldWrite[] } = {},
    ): string[] => {
      const { writes = [], ...view } = there;
      const own = lead(3, "lead-1", { city: "theirs" });
      const change: PendingChange = {
        storeName: "leads",
        id: 3,
        kind: "changed",
        status: "failed",
        fields: [],
        changedTime: 0,
        attempts: 1,
        record: { ...EMPTY_LEAD, id: 3, company: "lead-1", city: "theirs" },
        ...entry,
      };
      const records = [...KNOWN, own].map((record) => ({ ...record, sync: "failed" as const }));
      const tab: TabView = {
        name: "device0.tab0",
        papers: [],
        onlyCopies: [],
        records,
        entries: [change],
        status: AT_REST_WITH_ONE,
        ...view,
      };
      const breaches = breachesOf({ journal: journalOf(...writes), own: [own], tabs: [tab] });
      return breaches.filter((breach) => !breach.startsWith("different"));
    };
    const refusal = (code: ProblemCode, errors?: ProblemReply["errors"]): ProblemReply =>
      new Problem(code, errors && { errors }).toReply();
    const withZipCode = {
      record: { ...EMPTY_LEAD, id: 3, company: "lead-1", city: "theirs", zipCode: REFUSED_ZIP_CODE },
    };

    test("report nothing if a user entered the refused value", () => {
      const problem = refusal("validation", { zipCode: ["No zip code."] });
      expect(look({ ...withZipCode, problem })).toEqual([]);
    });

    test.each([
      { given: "a value that no user entered", problem: refusal("validation", { zipCode: ["No zip code."] }) },
      { given: "a lead that exists", problem: refusal("notFound") },
      { given: "a lead that nothing names", problem: refusal("inUse"), kind: "deleted" as const },
      { given: "a key that was used for something else", problem: refusal("keyReused") },
    ])("report a refusal because of $given", ({ given: _given, ...entry }) => {
      expect(look(entry)).toMatchObject([/^strange refusal: lead-1/]);
    });

    test("report a conflict with a value that was knowingly replaced", () => {
      const conflict: PendingChange["conflict"] = {
        otherVersion: "server",
        fields: [{ field: "city", former: "", mine: "mine", theirs: "theirs" }],
      };
      const entry = { problem: refusal("conflict"), status: "conflict" as const, conflict };
      const writes = (saw: string[]) => [write("theirs"), write("mine", { saw: new Set(saw) })];
      expect(look(entry, { writes: writes([]) })).toEqual([]);
      expect(look(entry, { writes: writes(["theirs"]) })).toMatchObject([/^strange refusal: .* to replace theirs/]);
    });

    test("report nothing if the replaced value may be back: a user restored it or undid its replacement, or it came from a rescue file", () => {
      const conflict: PendingChange["conflict"] = {
        otherVersion: "server",
        fields: [{ field: "city", former: "theirs", mine: "mine", theirs: "theirs" }],
      };
      const entry = { problem: refusal("conflict"), status: "conflict" as const, conflict };
      const mine = write("mine", { saw: new Set(["between"]) });
      const between = write("between", { saw: new Set(["theirs"]) });
      const putBack = write("theirs", { saw: new Set(["between"]) });
      expect(look(entry, { writes: [between, putBack, mine] })).toEqual([]);
      expect(look(entry, { writes: [write("theirs", { isRescued: true }), between, mine] })).toEqual([]);
      const takenBack = write("between", { saw: new Set(["theirs"]), certainty: "givenUp" });
      expect(look(entry, { writes: [write("theirs"), takenBack, mine] })).toEqual([]);
      expect(look(entry, { writes: [write("theirs"), between, mine] })).toHaveLength(1);
    });

    test("accept values that are kept beside a conflict, and report a missing one", () => {
      const writes = ["one", "two", "three"].map((city) => write(city));
      const entry = {
        status: "conflict" as const,
        fields: [{ field: "city", former: "theirs", value: "three" }],
        problem: refusal("conflict"),
      };
      const conflict: PendingChange["conflict"] = {
        otherVersion: "server",
        fields: [{ field: "city", former: "", mine: "three", theirs: "theirs" }],
      };
      expect(look({ ...entry, conflict, beside: [{ city: "one" }, { city: "two" }] }, { writes })).toEqual([]);
      expect(look({ ...entry, conflict, beside: [{ city: "one" }] }, { writes })).toMatchObject([/^lost: .* two/]);
    });

    test("report a new record that the server already has", () => {
      expect(look({ ...withZipCode, kind: "created", problem: refusal("validation", { zipCode: ["No."] }) })).toEqual([
        "doubled: lead-1 created, which the server already has",
      ]);
    });
  });

  describe("of further copies of a workflow", () => {
    const GARAGE = { number: 2, name: "value-1.", quantity: 1_000_002 };
    const SHED = { number: 3, name: "value-3.", quantity: 1_000_004 };
    const look = (
      copies: readonly (typeof GARAGE)[],
      {
        certainty = "certain",
        entries = [],
        history = [],
      }: { certainty?: Certainty; entries?: PendingChange[]; history?: RecordVersion[] } = {},
    ): string[] => {
      const journal = journalOf();
      journal.creations.push({
        name: "estimate-1",
        leadName: "lead-1",
        device: 0,
        certainty: "certain",
        isSaidSynced: false,
      });
      for (const { name, quantity } of [GARAGE, SHED])
        journal.copies.push({ estimate: "estimate-1", name, quantity, device: 1, certainty, line: { certainty } });
      if (history.length > 0)
        journal.deletions.push({ name: "estimate-1", device: 0, certainty: "certain", isTakenBack: false });
      const own = [lead(3, "lead-1"), estimate({ leadId: 3, copies })];
      return findLostWorkflowCopies({ ...stateOf({ journal, own, history }), entriesOfOthers: entries });
    };

    test("report nothing if both exist, each with its own line", () => {
      expect(look([GARAGE, SHED])).toEqual([]);
    });

    test("report one that replaced the other, one that exists twice, and one with the other's line", () => {
      expect(look([GARAGE])).toEqual(["lost: the copy value-3. of estimate-1"]);
      expect(look([GARAGE, SHED, { ...SHED, number: 4 }])).toEqual([
        "doubled: estimate-1 has the copy value-3. 2 times",
      ]);
      expect(look([GARAGE, { ...SHED, quantity: GARAGE.quantity }])).toEqual([
        "lost: the line of the copy value-3. of estimate-1",
      ]);
    });

    test("accept a missing one that may be given up, or that waits for a user", () => {
      expect(look([GARAGE], { certainty: "uncertain" })).toEqual([]);
      const waiting: PendingChange = {
        storeName: "estimates",
        id: 9,
        kind: "changed",
        status: "conflict",
        attempts: 1,
        changedTime: 0,
        record: { id: 9, revision: 1, name: "estimate-1", duplicateWorkflows: [SHED] },
        fields: [],
      };
      expect(look([GARAGE], { entries: [waiting] })).toEqual([]);
    });

    test("accept that one was deleted with its estimate before a document restored it, but not one that was added since", () => {
      const withShed = estimate({ leadId: 3, copies: [GARAGE, SHED] });
      const restored = estimate({ leadId: 3, copies: [GARAGE] });
      const deletedWithShed: RecordVersion[] = [
        ...inserted(withShed),
        { operation: "DELETE", record: withShed },
        ...inserted(restored),
      ];
      const addedSince: RecordVersion[] = [
        ...inserted(restored),
        { operation: "DELETE", record: restored },
        ...inserted(restored),
        { operation: "UPDATE", record: withShed },
      ];
      expect(look([GARAGE], { history: deletedWithShed })).toEqual([]);
      expect(look([GARAGE], { history: addedSince })).toEqual(["lost: the copy value-3. of estimate-1"]);
    });
  });

  test("know what a decision gives up: the values that were not chosen, and what was entered in a workflow that the other side removed", () => {
    const journal = createJournal();
    const own = (field: string, value: string): FieldWrite => write(value, { name: "estimate-1", field });
    const downpayment = own("downpayment", "500");
    const notes = own("items:1:1.998", '[["1.998","steep",1]]');
    const wood = own("items:1:4.50", '[["4.50","",2]]');
    journal.writes.push(downpayment, notes, wood);
    const line = (fieldId: string, value: string, quantity: number) => ({
      id: -2,
      parentItemId: null,
      fieldId,
      value,
      quantity,
    });
    const entry: PendingChange = {
      storeName: "estimates",
      id: 9,
      kind: "changed",
      status: "conflict",
      attempts: 1,
      changedTime: 0,
      record: { id: 9, revision: 1, name: "estimate-1" },
      fields: [
        { field: "downpayment", former: 0, value: 500 },
        { field: "items:1:1.998", former: null, value: [line("1.998", "steep", 1)] },
        { field: "items:1:4.50", former: null, value: [line("4.50", "", 2)] },
      ],
      conflict: {
        otherVersion: "server",
        fields: [
          { field: "workflowIds", former: [1, 4], mine: [1, 4], theirs: [1] },
          { field: "downpayment", former: 0, mine: 500, theirs: 700 },
        ],
      },
    };
    expect(writesGivenUp(journal, entry, { workflowIds: "theirs", downpayment: "mine" })).toEqual([wood]);
    expect(writesGivenUp(journal, entry, { workflowIds: "mine", downpayment: "theirs" })).toEqual([downpayment]);
  });

  test("report a missing picture on the only device that has the photo", () => {
    const journal = journalOf();
    const picture = new Uint8Array([1, 2, 3]);
    const made = { name: "photo-1", leadName: "lead-1", device: 0, picture, isSaidSynced: false } as const;
    journal.creations.push({ ...made, certainty: "uncertain" });
    const look = (kept: Uint8Array | undefined): string[] => {
      const onlyCopies = [{ name: "photo-1", picture: kept }];
      const records = [...KNOWN, lead(3, "lead-1")].map((record) => ({ ...record, sync: "synced" as const }));
      const tab: TabView = { name: "tab", papers: [], onlyCopies, records, entries: [], status: AT_REST };
      return breachesOf({ journal, own: [lead(3, "lead-1")], tabs: [tab] });
    };
    expect(look(picture)).toEqual([]);
    expect(look(undefined)).toEqual(["lost: the picture of photo-1, which only tab has"]);
  });

  test("report a photo that never came to the server and is missing after another device deleted its lead", () => {
    const look = (device: number): string[] => {
      const journal = journalOf();
      const made = { leadName: "lead-9", device: 0, certainty: "certain", isSaidSynced: false } as const;
      journal.creations.push({ ...made, name: "photo-1", picture: new Uint8Array([1]) });
      journal.deletions.push({ name: "lead-9", device, certainty: "certain", isTakenBack: false });
      return breachesOf({ journal, own: [lead(3, "lead-1")] });
    };
    expect(look(0)).toEqual([]);
    expect(look(1)).toEqual(["lost: photo-1 is nowhere"]);
  });

  test("report a value that was said to be saved and was not", () => {
    const journal = journalOf(write("mine", { isSaidSynced: true, certainty: "uncertain" }));
    expect(breachesOf({ journal, own: [lead(3, "lead-1")] })).toEqual([
      "false word: lead-1 city mine was said to be saved",
    ]);
  });
});
