import { isSettledSlice, type StoredEstimateItem } from "@ridgebook/contract";
import { nextWorkflowEstimateId, type NextId } from "@ridgebook/estimating";
import type { EstimateEdit, LocalEstimate } from "../apps/web/src/local-data/estimates/estimate-store.ts";
import type { SaveResult } from "../apps/web/src/local-data/outbox/outbox.ts";
import { KNOWN_RECORDS } from "./invariants.ts";
import type { AddedCopy, Creation, FieldWrite, Journal } from "./journal.ts";
import { setCertaintyOf, type SavedRecord, type Saving } from "./saving.ts";
import { readTab } from "./read-tab.ts";
import type { Tab } from "./simulated-device.ts";
import {
  DOWN_PAYMENT,
  EAVE_LENGTH,
  EDITED_SLICES,
  NAME_FIELD,
  NOTES,
  REFUSED_PROMOTION,
  toEstimateRecord,
  WOOD,
  type EditedSlice,
} from "./simulated-record.ts";

/** The actions of users on estimates at a tab. Each is recorded in the journal as the user would remember it. */
export interface Estimators {
  create(tab: Tab, what: { lead: number; isRefused: boolean }): Promise<void>;
  /** Like `create`, for a lead that the tab has just created. */
  createOf(tab: Tab, lead: SavedRecord): Promise<SavedRecord | undefined>;
  copy(tab: Tab, what: { estimate: number }): Promise<void>;
  /** Opens an estimate and saves it at once. With `takesBackRefusal` the page undoes the save if it is refused. */
  edit(
    tab: Tab,
    what: { estimate: number; slices: number; isRefused: boolean; takesBackRefusal: boolean },
  ): Promise<void>;
  /** Adds another copy of a workflow with a line in it, as the button "Another roof" does. */
  addCopy(tab: Tab, what: { estimate: number }): Promise<void>;
  openForm(tab: Tab, what: { estimate: number }): Promise<void>;
  /** Saves a form that was opened earlier, with the ids that its lines had then. */
  saveForm(tab: Tab, what: { slices: number }): Promise<void>;
  delete(tab: Tab, what: { estimate: number }): Promise<void>;
  lookAt(tab: Tab, what: { estimate: number }): Promise<void>;
  lookAtLead(tab: Tab, what: { lead: number }): Promise<void>;
  noteDeath(tab: Tab): void;
}

const MAX_ROWS = 3;
const ROOFING = 1 as const;

/** What is entered into a slice: the edit, and the part of the value that is in no other value, as text. */
interface Entered {
  edit: EstimateEdit;
  text: string;
}

const NO_AMOUNTS = { materialCost: 0, laborCost: 0, materialPrice: 0, laborPrice: 0 };

const line = (item: Pick<StoredEstimateItem, "id" | "fieldId"> & Partial<StoredEstimateItem>): StoredEstimateItem => ({
  parentItemId: null,
  fieldOptionId: null,
  value: "",
  quantity: 1,
  workflowEstimateId: 1,
  ...NO_AMOUNTS,
  ...item,
});

const slicesOfMask = (mask: number): EditedSlice[] => EDITED_SLICES.filter((_, index) => (mask & (1 << index)) !== 0);

export function createEstimators(journal: Journal, { save, remove }: Saving): Estimators {
  const forms = new Map<Tab, LocalEstimate>();
  const writesByTab = new Map<Tab, FieldWrite[]>();

  /** Lists estimates in an order that does not depend on the server's ids. Of duplicates, the one that is still local comes first. */
  const listEstimates = async (tab: Tab): Promise<{ id: number; name: string }[]> => {
    const records = await readTab(tab, ({ estimates }) => estimates.toArray());
    return records
      .map(({ id, name }) => ({ id, name: String(name) }))
      .sort((one, other) => one.name.localeCompare(other.name) || Number(one.id > 0) - Number(other.id > 0));
  };

  const choose = async (tab: Tab, index: number): Promise<{ id: number; name: string } | undefined> => {
    const estimates = await listEstimates(tab);
    return estimates[index % Math.max(1, estimates.length)];
  };

  const open = async (tab: Tab, index: number): Promise<LocalEstimate | undefined> => {
    const chosen = await choose(tab, index);
    return chosen && (await tab.localData.estimates.find(chosen.id));
  };

  const noteIds =
    (tab: Tab, nextId: NextId): NextId =>
    () => {
      const id = nextId();
      journal.itemIds.push(`device${tab.device.index} ${id}`);
      return id;
    };

  const enter = (slice: EditedSlice, opened: LocalEstimate, nextId: NextId): Entered => {
    const itemsOf = (fieldId: string) =>
      opened.items.filter((item) => item.fieldId === fieldId && item.workflowEstimateId === 1);
    const part = (workflowId: 1 | 4, fieldId: StoredEstimateItem["fieldId"], items: StoredEstimateItem[]) => ({
      parts: [{ workflowId, workflowEstimateId: 1, fieldIds: [fieldId], items }],
    });
    switch (slice) {
      case DOWN_PAYMENT: {
        const downpayment = journal.nextNumber();
        return { edit: { members: { downpayment } }, text: String(downpayment) };
      }
      case NOTES: {
        const value = journal.nextText();
        const id = itemsOf("1.998")[0]?.id ?? nextId();
        return { edit: part(1, "1.998", [line({ id, fieldId: "1.998", value })]), text: value };
      }
      case EAVE_LENGTH: {
        const quantity = journal.nextNumber();
        const id = itemsOf("1.58")[0]?.id ?? nextId();
        return { edit: part(1, "1.58", [line({ id, fieldId: "1.58", quantity })]), text: String(quantity) };
      }
      case WOOD: {
        const quantity = journal.nextNumber();
        const rows = itemsOf("4.50");
        // When there are `MAX_ROWS` rows, a new one replaces them.
        const kept = rows.length < MAX_ROWS ? opened.items.filter(({ fieldId }) => fieldId.startsWith("4.5")) : [];
        const id = nextId();
        const row = [
          line({ id, fieldId: "4.50", quantity: 2 }),
          line({ id: nextId(), fieldId: "4.51", parentItemId: id, quantity }),
        ];
        return { edit: part(4, "4.50", [...kept, ...row]), text: String(quantity) };
      }
    }
  };

  const join = (edits: readonly EstimateEdit[]): EstimateEdit => ({
    members: Object.assign({}, ...edits.map(({ members }) => members)) as NonNullable<EstimateEdit["members"]>,
    parts: edits.flatMap(({ parts = [] }) => parts),
  });

  const newWrite = (write: Pick<FieldWrite, "name" | "field" | "value" | "device">): FieldWrite => ({
    ...write,
    saw: new Set(),
    certainty: "open",
    isSaidSynced: false,
    allowedTimes: 1,
  });

  /** The server may have stored an undone value although it answered with an error. Then the former value is sent again. */
  const allowFormerValues = (takenBack: readonly FieldWrite[]): void => {
    for (const { name, field, saw } of takenBack)
      for (const write of journal.writes)
        if (write.name === name && write.field === field && saw.has(write.value)) write.allowedTimes += 1;
  };

  const saveEdit = async (
    tab: Tab,
    {
      opened,
      slices,
      isRefused = false,
      takesBackRefusal = false,
    }: { opened: LocalEstimate; slices: readonly EditedSlice[]; isRefused?: boolean; takesBackRefusal?: boolean },
  ): Promise<void> => {
    const { estimates } = tab.localData;
    const nextId = noteIds(tab, await estimates.reserveItemIds());
    const entered = slices.map((slice) => enter(slice, opened, nextId));
    const edit = join([
      ...entered.map((each) => each.edit),
      ...(isRefused ? [{ members: { promotion: REFUSED_PROMOTION } }] : []),
    ]);
    const before = toEstimateRecord(opened).values;
    const after = toEstimateRecord({ ...opened, ...edit.members, items: withItems(opened.items, edit) }).values;
    const { name } = opened;
    const device = tab.device.index;
    const writes = slices.map((field) => newWrite({ name, field, value: after[field] ?? "", device }));
    const writesOfTab = writesByTab.get(tab) ?? [];
    for (const write of writes) {
      const shown = before[write.field] ?? "";
      write.saw.add(shown);
      if (isSettledSlice(write.field)) continue;
      // If the page still shows a value that the same tab has replaced since, the save replaces the tab's newer values too (SYNC-90).
      for (const own of writesOfTab)
        if (own.name === name && own.field === write.field && own.certainty !== "givenUp" && own.saw.has(shown))
          write.saw.add(own.value);
    }
    writesByTab.set(tab, [...writesOfTab, ...writes]);
    journal.writes.push(...writes);
    await save({
      tab,
      edited: name,
      texts: entered.map(({ text }) => text),
      takesBackRefusal,
      setCertainty: (certainty) => {
        setCertaintyOf(writes)(certainty);
        if (certainty === "givenUp") allowFormerValues(writes);
      },
      setSaidSynced: () => {
        for (const write of writes) write.isSaidSynced = true;
      },
      work: () => estimates.save(opened.id, edit, { from: opened, ...(takesBackRefusal && { takesBackRefusal }) }),
    });
  };

  /** Creates an estimate with its initial values. */
  const make = async (
    tab: Tab,
    {
      leadName,
      values,
      work,
    }: { leadName: string; values: Readonly<Record<string, string>>; work: (name: string) => Promise<SaveResult> },
  ): Promise<SavedRecord | undefined> => {
    const name = journal.nextName("estimates");
    const device = tab.device.index;
    const creation: Creation = { name, leadName, device, certainty: "open", isSaidSynced: false };
    const writes = Object.entries(values).map(([field, value]) => newWrite({ name, field, value, device }));
    journal.creations.push(creation);
    journal.writes.push(...writes);
    const id = await save({
      tab,
      texts: [`"${name}"`],
      setCertainty: (certainty) => {
        creation.certainty = certainty;
        setCertaintyOf(writes)(certainty);
      },
      setSaidSynced: () => {
        creation.isSaidSynced = true;
      },
      work: () => work(name),
    });
    return id === undefined ? undefined : { id, name };
  };

  const makeOf = (
    tab: Tab,
    { lead, isRefused }: { lead: SavedRecord; isRefused: boolean },
  ): Promise<SavedRecord | undefined> => {
    const downpayment = journal.nextNumber();
    return make(tab, {
      leadName: lead.name,
      values: { [DOWN_PAYMENT]: String(downpayment) },
      work: (name) =>
        tab.localData.estimates.create({
          leadId: lead.id,
          name,
          workflowIds: [1, 4],
          downpayment,
          ...(isRefused && { promotion: REFUSED_PROMOTION }),
        }),
    });
  };

  /** Returns the name of an estimate's lead, from the journal: a device with an unsent deletion of the lead does not find it. */
  const leadNameOf = (estimate: string): string =>
    String(journal.creations.find(({ name }) => name === estimate)?.leadName ?? KNOWN_RECORDS.get(estimate));

  const chooseLead = async (tab: Tab, index: number): Promise<{ id: number; name: string } | undefined> => {
    const { data } = await tab.localData.leads.list({ searchQuery: "", limit: 100, offset: 0, sort: "company-asc" });
    const lead = data[index % Math.max(1, data.length)];
    return lead && { id: lead.id, name: lead[NAME_FIELD] };
  };

  return {
    async create(tab, { lead: index, isRefused }) {
      const lead = await chooseLead(tab, index);
      if (lead) await makeOf(tab, { lead, isRefused });
    },

    createOf: (tab, lead) => makeOf(tab, { lead, isRefused: false }),

    async copy(tab, { estimate: index }) {
      const opened = await open(tab, index);
      if (!opened) return;
      await make(tab, {
        leadName: leadNameOf(opened.name),
        // The copy gets the values of the moment of copying; the user did not enter them again.
        values: {},
        work: (name) => tab.localData.estimates.copy(opened.id, { name }),
      });
    },

    async edit(tab, { estimate: index, slices, ...options }) {
      const opened = await open(tab, index);
      if (opened) await saveEdit(tab, { opened, slices: slicesOfMask(slices), ...options });
    },

    async addCopy(tab, { estimate: index }) {
      // Mostly in the estimate that all users have, so that the copies conflict.
      const known = (await listEstimates(tab)).find(({ name }) => KNOWN_RECORDS.has(name));
      const isKnown = known !== undefined && index > 0;
      const opened = isKnown ? await tab.localData.estimates.find(known.id) : await open(tab, index);
      if (!opened) return;
      const { estimates } = tab.localData;
      const nextId = noteIds(tab, await estimates.reserveItemIds());
      const copy = {
        workflowId: ROOFING,
        workflowEstimateId: nextWorkflowEstimateId(opened.duplicateWorkflows, ROOFING),
      };
      const added: AddedCopy = {
        estimate: opened.name,
        device: tab.device.index,
        name: journal.nextText(),
        quantity: journal.nextNumber(),
        certainty: "open",
        line: { certainty: "open" },
      };
      const { name, quantity } = added;
      journal.copies.push(added);
      const items = [line({ id: nextId(), fieldId: "1.58", quantity, workflowEstimateId: copy.workflowEstimateId })];
      const edit: EstimateEdit = {
        members: { duplicateWorkflows: [...opened.duplicateWorkflows, { ...copy, name }] },
        parts: [{ ...copy, fieldIds: ["1.58"], items }],
      };
      await save({
        tab,
        edited: opened.name,
        texts: [`"${name}"`],
        setCertainty: (certainty) => {
          // A user may have decided about the copy already.
          if (added.certainty !== "open") return;
          added.certainty = certainty;
          added.line.certainty = certainty;
        },
        setSaidSynced: () => undefined,
        work: () => estimates.save(opened.id, edit, { from: opened }),
      });
    },

    async openForm(tab, { estimate: index }) {
      const opened = await open(tab, index);
      if (opened) forms.set(tab, opened);
    },

    async saveForm(tab, { slices }) {
      const opened = forms.get(tab);
      forms.delete(tab);
      if (opened) await saveEdit(tab, { opened, slices: slicesOfMask(slices) });
    },

    async delete(tab, { estimate: index }) {
      const estimates = await listEstimates(tab);
      const chosen = estimates[index % Math.max(1, estimates.length)];
      if (!chosen) return;
      const shownNames = estimates.map(({ name }) => name);
      await remove({ tab, name: chosen.name, shownNames, work: () => tab.localData.estimates.remove(chosen.id) });
    },

    async lookAt(tab, { estimate: index }) {
      const chosen = await choose(tab, index);
      if (chosen) await tab.localData.estimates.fetch(chosen.id);
    },

    async lookAtLead(tab, { lead: index }) {
      const lead = await chooseLead(tab, index);
      if (lead) await tab.localData.estimates.fetchOfLead(lead.id);
    },

    noteDeath(tab) {
      forms.delete(tab);
      writesByTab.delete(tab);
    },
  };
}

/** Returns the items after an edit of first copies. */
function withItems(items: readonly StoredEstimateItem[], { parts = [] }: EstimateEdit): StoredEstimateItem[] {
  const replaced = new Set<string>(parts.flatMap(({ fieldIds = [] }) => fieldIds));
  const isOfFirstCopy = ({ workflowEstimateId }: StoredEstimateItem): boolean => workflowEstimateId === 1;
  const roots = new Set(items.filter((item) => isOfFirstCopy(item) && replaced.has(item.fieldId)).map(({ id }) => id));
  const isReplaced = ({ id, parentItemId }: StoredEstimateItem): boolean =>
    roots.has(id) || (parentItemId !== null && roots.has(parentItemId));
  return [...items.filter((item) => !isReplaced(item)), ...parts.flatMap(({ items: own = [] }) => own)];
}
