import { useCallback } from "react";
import type { InputPlace } from "#forms/use-input-keeper.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { LocalData } from "#local-data/local-data.ts";
import { useKeptDraft, type DraftKeeper } from "#forms/use-kept-draft.ts";

/* Drafts of config pages that are no form of settings, kept on the device after the drafts of those, which have the first numbers. */

type KeptValues = Record<string, unknown>;

export const SECTIONS_DRAFT = 8;

/** After the numbers of the pages. */
const FIRST_OPTION_DRAFT = 1_000;
/** Field and option numbers have at most five and six digits. */
const FIELDS_OF_WORKFLOW = 100_000;
const OPTIONS_OF_FIELD = 1_000_000;

/** The draft of a field apart from its options, such as 4.13. */
export const fieldDraftId = (fieldId: string): number => optionDraftId(`${fieldId}.0`);

/** The draft of one option, such as 4.13.1: options of a field can be edited in two tabs. */
export function optionDraftId(optionId: string): number {
  const [workflow = 0, field = 0, option = 0] = optionId.split(".").map(Number);
  return FIRST_OPTION_DRAFT + (workflow * FIELDS_OF_WORKFLOW + field) * OPTIONS_OF_FIELD + option;
}

/** Dialogs and lists of config with their own input. After the drafts of pages, before those of options. */
const SMALL_FORMS = {
  webhook: 1,
  credential: 2,
  addedOption: 3,
  optionOrder: 4,
  template: 5,
  zohoFields: 6,
  reportRecipient: 7,
} as const;
const RECORDS_OF_FORM = 1_000_000_000;

/** @param id of the record; left out for a new one */
export const smallFormPlace = (form: keyof typeof SMALL_FORMS, id = 0): InputPlace => ({
  storeName: "settings",
  id: SMALL_FORMS[form] * RECORDS_OF_FORM + id,
});

/** The same for the draft of a field, such as 4.13. */
export function smallFieldFormPlace(form: keyof typeof SMALL_FORMS, fieldId: string): InputPlace {
  const [workflow = 0, field = 0] = fieldId.split(".").map(Number);
  return smallFormPlace(form, workflow * FIELDS_OF_WORKFLOW + field);
}

/** The unsaved draft of a closed tab; undefined without one. */
export const readConfigDraft = async ({ drafts }: LocalData, id: number): Promise<KeptValues | undefined> =>
  (await drafts.read({ storeName: "settings", id }))?.values;

/** Keeps the draft of a page on the device. */
export function useConfigDraft<Values extends object>(id: number): DraftKeeper<Values> {
  const { drafts } = useLocalData();
  const write = useCallback(
    (values: Values | undefined): Promise<void> => {
      const form = { storeName: "settings" as const, id };
      return values ? drafts.save({ ...form, values: Object.fromEntries(Object.entries(values)) }) : drafts.drop(form);
    },
    [drafts, id],
  );
  return useKeptDraft(write);
}
