import type { Settings } from "@ridgebook/contract";
import { useCallback } from "react";
import { NO_SETTINGS_DRAFT, restoreDraft, type SettingsDraft } from "#features/config/settings-form/settings-draft.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { LocalData } from "#local-data/local-data.ts";
import { useKeptDraft, type DraftKeeper } from "#ui/use-kept-draft.ts";

/** Each page of settings keeps its own draft. */
const FORMS = { contract: 1, company: 2, email: 3, payment: 4, help: 5 } as const;
export type SettingsFormName = keyof typeof FORMS;

const keyOf = (form: SettingsFormName) => ({ storeName: "settings" as const, id: FORMS[form] });

/** Everything a page of settings needs to begin. */
export interface OpenedSettings {
  readonly settings: Settings;
  /** What was typed and not saved, in a tab that is gone. */
  readonly draft: SettingsDraft;
}

/** The settings of this device, and what somebody typed on a page of them; undefined where the device has none. */
export async function openSettings(localData: LocalData, form: SettingsFormName): Promise<OpenedSettings | undefined> {
  const settings = await localData.settings.read();
  if (!settings) return undefined;
  const kept = await localData.drafts.read(keyOf(form));
  return { settings, draft: kept ? restoreDraft(kept.values) : NO_SETTINGS_DRAFT };
}

/** Keeps a page of settings on the device while it is typed. */
export function useSettingsDraft({
  form,
  onFailure,
}: {
  form: SettingsFormName;
  onFailure: (error: unknown) => void;
}): DraftKeeper<SettingsDraft> {
  const { drafts } = useLocalData();
  const write = useCallback(
    (draft: SettingsDraft | undefined): Promise<void> =>
      draft ? drafts.save({ ...keyOf(form), values: { ...draft } }) : drafts.drop(keyOf(form)),
    [drafts, form],
  );
  return useKeptDraft({ write, onFailure });
}
