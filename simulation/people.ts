import { EMPTY_LEAD, Problem, type LeadFields, type LeadListQuery } from "@ridgebook/contract";
import type { LocalLead } from "../apps/web/src/local-data/leads/leads.ts";
import type { PendingChange } from "../apps/web/src/local-data/outbox/pending-changes.ts";
import { StorageProblem } from "../apps/web/src/local-data/device/storage-problem.ts";
import { noteChoices, noteDiscard } from "./added-copies.ts";
import { writesGivenUp, writesIn } from "./entry-writes.ts";
import type { Faults } from "./faults.ts";
import { ADDED_FIELD, FORMER } from "./invented-releases.ts";
import { takeBackDeletions, type Creation, type Deletion, type FieldWrite, type Journal } from "./journal.ts";
import { setCertaintyOf, type SavedRecord, type Saving } from "./saving.ts";
import type { Tab } from "./simulated-device.ts";
import {
  canonical as canonicalOf,
  EDITED_FIELDS,
  EDITED_SLICES,
  NAME_FIELD,
  nameOfQueued,
  REFUSED_ZIP_CODE,
  type EditedField,
} from "./simulated-record.ts";

/** The actions of users on leads at a tab. Each is recorded in the journal as the user would remember it. */
export interface People {
  create(tab: Tab, options: { isRefused: boolean }): Promise<SavedRecord | undefined>;
  /** Opens a lead's form and saves it at once. */
  edit(tab: Tab, what: { lead: number; fields: number; isRefused: boolean }): Promise<void>;
  openForm(tab: Tab, what: { lead: number }): Promise<void>;
  /** Saves a form that was opened earlier and does not show later changes. */
  saveForm(tab: Tab, what: { fields: number }): Promise<void>;
  /** Restores fields to their values before this tab's last edit of the lead. */
  putBack(tab: Tab, what: { lead: number; fields: number }): Promise<void>;
  delete(tab: Tab, what: { lead: number }): Promise<void>;
  resolve(tab: Tab, what: { entry: number; mine: number }): Promise<void>;
  retry(tab: Tab, what: { entry: number }): Promise<void>;
  discard(tab: Tab, what: { entry: number }): Promise<void>;
  lookAtLead(tab: Tab, what: { lead: number }): Promise<void>;
  lookAtList(tab: Tab): Promise<void>;
  /** Drops the open form of a tab that has died. */
  noteDeath(tab: Tab): void;
}

const EVERYTHING = { searchQuery: "", limit: 100, offset: 0, sort: "company-asc" } as LeadListQuery;

interface OpenForm {
  id: number;
  lead: string;
  opened: LocalLead;
}

const canonical = (field: string, value: unknown): string => canonicalOf("leads", field, value);

const fieldsOfMask = (mask: number): EditedField[] => EDITED_FIELDS.filter((_, index) => (mask & (1 << index)) !== 0);

export function createPeople(journal: Journal, { save, remove }: Saving, { faults }: { faults: Faults }): People {
  const forms = new Map<Tab, OpenForm>();
  const formerValues = new Map<string, Partial<LeadFields>>();

  const listLeads = async (tab: Tab): Promise<LocalLead[]> => (await tab.localData.leads.list(EVERYTHING)).data;

  /** Chooses from the leads in an order that does not depend on ids. */
  const chooseLead = async (tab: Tab, index: number): Promise<LocalLead | undefined> => {
    const leads = await listLeads(tab);
    return leads[index % Math.max(1, leads.length)];
  };

  const saveEdit = async (
    tab: Tab,
    {
      form,
      typed,
      isRefused = false,
      isKnownBefore = false,
    }: { form: OpenForm; typed: Partial<LeadFields>; isRefused?: boolean; isKnownBefore?: boolean },
  ): Promise<void> => {
    const fields = Object.keys(typed) as EditedField[];
    const from = Object.fromEntries(fields.map((field) => [field, form.opened[field]]));
    const changed = { ...typed, ...(isRefused && { zipCode: REFUSED_ZIP_CODE }) };
    formerValues.set(`${tab.name} ${form.lead}`, from);

    const writes = fields.map((field): FieldWrite => ({
      name: form.lead,
      field,
      value: canonical(field, typed[field]),
      device: tab.device.index,
      saw: new Set([canonical(field, form.opened[field])]),
      certainty: "open",
      isSaidSynced: false,
      allowedTimes: 1,
    }));
    journal.writes.push(...writes);
    await save({
      tab,
      edited: form.lead,
      // A former value may still be on the device, so finding it there does not prove that it was saved again.
      texts: isKnownBefore ? [] : fields.map((field) => textOf(typed[field])),
      setCertainty: setCertaintyOf(writes),
      setSaidSynced: () => {
        for (const write of writes) write.isSaidSynced = true;
      },
      work: () => tab.localData.leads.update(form.id, changed, { from: { ...from, zipCode: form.opened.zipCode } }),
    });
  };

  /** Leaves out the field that a former app's forms lack. */
  const fieldsOnForm = (tab: Tab, fields: readonly EditedField[]): EditedField[] =>
    fields.filter((field) => tab.release !== FORMER || field !== ADDED_FIELD);

  const typeValues = (fields: readonly EditedField[]): Partial<LeadFields> =>
    Object.fromEntries(fields.map((field) => [field, journal.nextValue(field).typed]));

  const chooseEntry = async (
    tab: Tab,
    index: number,
    isWanted: (entry: PendingChange) => boolean,
  ): Promise<PendingChange | undefined> => {
    const entries = (await tab.localData.changes.list()).filter(isWanted);
    return entries[index % Math.max(1, entries.length)];
  };

  const writesOf = (name: string, field: string, value: string): FieldWrite[] =>
    journal.writes.filter((write) => write.name === name && write.field === field && write.value === value);

  const nameOfEntry = ({ storeName, record }: PendingChange): string => nameOfQueued(storeName, record);

  /** Makes a decision about an entry. Returns the entry as it was at that moment: it is read together with the decision. */
  const decide = async (
    tab: Tab,
    entry: PendingChange,
    decision: () => Promise<void>,
  ): Promise<PendingChange | undefined> => {
    const reading = tab.localData.changes.list();
    const deciding = decision();
    deciding.catch(() => undefined);
    const current = (await reading).find(({ storeName, id }) => storeName === entry.storeName && id === entry.id);
    await deciding;
    return current;
  };

  const giveUp = (tab: Tab, entry: PendingChange): void => {
    const name = nameOfEntry(entry);
    const device = tab.device.index;
    if (entry.kind === "deleted") {
      takeBackDeletions(journal, { name, device });
      return;
    }
    for (const write of writesIn(journal, entry)) write.certainty = "givenUp";
    if (entry.kind === "created") journal.deletions.push({ name, device, certainty: "uncertain", isTakenBack: false });
  };

  /** Marks writes as possibly given up, because a tab that dies does not report its decision. The returned function undoes that. */
  const markMaybeGivenUp = (writes: readonly FieldWrite[]): (() => void) => {
    for (const write of writes) write.isMaybeGivenUp = true;
    return () => {
      for (const write of writes) write.isMaybeGivenUp = false;
    };
  };

  /** Like `markMaybeGivenUp`, for a whole entry. */
  const markMaybeDiscarded = (tab: Tab, entry: PendingChange): (() => void) => {
    if (entry.kind === "deleted") {
      giveUp(tab, entry);
      return () => undefined;
    }
    const undo = markMaybeGivenUp(writesIn(journal, entry));
    if (entry.kind !== "created") return undo;
    const name = nameOfEntry(entry);
    const deletion: Deletion = { name, device: tab.device.index, certainty: "uncertain", isTakenBack: false };
    journal.deletions.push(deletion);
    return () => {
      undo();
      journal.deletions.splice(journal.deletions.indexOf(deletion), 1);
    };
  };

  return {
    async create(tab, { isRefused }) {
      const lead = journal.nextName("leads");
      const creation: Creation = { name: lead, device: tab.device.index, certainty: "open", isSaidSynced: false };
      const entered = fieldsOnForm(tab, ["firstName", "phone"]);
      const typed = typeValues(entered);
      const writes = entered.map((field): FieldWrite => ({
        name: lead,
        field,
        value: canonical(field, typed[field]),
        device: tab.device.index,
        saw: new Set<string>(),
        certainty: "open",
        isSaidSynced: false,
        allowedTimes: 1,
      }));
      journal.creations.push(creation);
      journal.writes.push(...writes);
      const fields: LeadFields = {
        ...EMPTY_LEAD,
        ...typed,
        [NAME_FIELD]: lead,
        ...(isRefused && { zipCode: REFUSED_ZIP_CODE }),
      };
      const id = await save({
        tab,
        texts: [`"${lead}"`],
        setCertainty: (certainty) => {
          creation.certainty = certainty;
          setCertaintyOf(writes)(certainty);
        },
        setSaidSynced: () => {
          creation.isSaidSynced = true;
        },
        work: () => tab.localData.leads.create(fields),
      });
      return id === undefined ? undefined : { id, name: lead };
    },

    async edit(tab, { lead: index, fields, isRefused }) {
      const opened = await chooseLead(tab, index);
      if (!opened) return;
      const form = { id: opened.id, lead: opened[NAME_FIELD], opened };
      await saveEdit(tab, { form, typed: typeValues(fieldsOnForm(tab, fieldsOfMask(fields))), isRefused });
    },

    async openForm(tab, { lead: index }) {
      const opened = await chooseLead(tab, index);
      if (opened) forms.set(tab, { id: opened.id, lead: opened[NAME_FIELD], opened });
    },

    async saveForm(tab, { fields }) {
      const form = forms.get(tab);
      forms.delete(tab);
      if (form) await saveEdit(tab, { form, typed: typeValues(fieldsOnForm(tab, fieldsOfMask(fields))) });
    },

    async putBack(tab, { lead: index, fields }) {
      const opened = await chooseLead(tab, index);
      const former = opened && formerValues.get(`${tab.name} ${opened[NAME_FIELD]}`);
      if (!former) return;
      const typed = Object.fromEntries(
        fieldsOfMask(fields).flatMap((field) =>
          field in former && canonical(field, former[field]) !== canonical(field, opened[field])
            ? [[field, former[field]]]
            : [],
        ),
      );
      if (Object.keys(typed).length === 0) return;
      const form = { id: opened.id, lead: opened[NAME_FIELD], opened };
      await saveEdit(tab, { form, typed, isKnownBefore: true });
    },

    async delete(tab, { lead: index }) {
      const leads = await listLeads(tab);
      const chosen = leads[index % Math.max(1, leads.length)];
      if (!chosen) return;
      await remove({
        tab,
        name: chosen[NAME_FIELD],
        shownNames: leads.map((lead) => lead[NAME_FIELD]),
        work: () => tab.localData.leads.remove(chosen.id),
      });
    },

    async resolve(tab, { entry: index, mine }) {
      const entry = await chooseEntry(tab, index, ({ status }) => status === "conflict");
      if (!entry) return;
      const others = (entry.conflict?.fields ?? []).map(({ field }) => field);
      const choices = Object.fromEntries(
        [...new Set<string>([...EDITED_FIELDS, ...EDITED_SLICES, ...others])].map((field, place) => [
          field,
          (mine & (1 << (place % EDITED_FIELDS.length))) !== 0 ? ("mine" as const) : ("theirs" as const),
        ]),
      );
      const textOfValue = (field: string, value: unknown): string => canonicalOf(entry.storeName, field, value);
      noteChoices(journal, entry, choices);
      const undo = markMaybeGivenUp(writesGivenUp(journal, entry, choices));
      const current = await decide(tab, entry, () => tab.localData.changes.resolve(entry, choices)).catch(
        (error: unknown) => {
          if (isCertainRefusal(error)) undo();
          throw error;
        },
      );
      undo();
      if (!current) return;
      noteChoices(journal, current, choices);
      for (const write of writesGivenUp(journal, current, choices)) write.certainty = "givenUp";
      if (current.conflict?.fields.some(({ field }) => field === "duplicateWorkflows"))
        faults.count("a conflict about further copies was decided");
      for (const { field, mine: shown, theirs } of current.conflict?.fields ?? []) {
        const own = writesOf(nameOfEntry(entry), field, textOfValue(field, shown));
        // A value from a rescue file may have been on the server before the user's own value replaced it there.
        if (current.conflict?.otherVersion === "unsent" && choices[field] === "theirs")
          for (const write of writesOf(nameOfEntry(entry), field, textOfValue(field, theirs))) write.allowedTimes += 1;
        for (const write of own) {
          write.allowedTimes += 1;
          if (choices[field] === "mine") write.saw.add(textOfValue(field, theirs));
        }
      }
    },

    async retry(tab, { entry: index }) {
      const entry = await chooseEntry(tab, index, ({ status }) => status === "failed" || status === "conflict");
      if (entry) await tab.localData.changes.retry(entry);
    },

    async discard(tab, { entry: index }) {
      const entry = await chooseEntry(tab, index, () => true);
      if (!entry) return;
      noteDiscard(journal, entry);
      const undo = markMaybeDiscarded(tab, entry);
      try {
        const current = await decide(tab, entry, () => tab.localData.changes.discard(entry));
        if (current) giveUp(tab, current);
      } catch (error) {
        if (isCertainRefusal(error)) undo();
        throw error;
      }
    },

    async lookAtLead(tab, { lead: index }) {
      const chosen = await chooseLead(tab, index);
      if (chosen) await tab.localData.leads.fetch(chosen.id);
    },

    async lookAtList(tab) {
      await tab.localData.leads.fetchPage(EVERYTHING);
    },

    noteDeath(tab) {
      forms.delete(tab);
    },
  };
}

/** Whether a decision was certainly not made. If the device could not store it, that is unknown. */
const isCertainRefusal = (error: unknown): boolean => error instanceof Problem && !(error instanceof StorageProblem);

/** Returns the part of a typed value that is in no other value. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return String(value.at(-1));
  return String(value);
}
