import type { Settings } from "@ridgebook/contract";
import { useCallback } from "react";
import {
  draftToKeep,
  NO_SETTINGS_DRAFT,
  restoreDraft,
  type FormerSettings,
  type SettingsDraft,
} from "#features/config/settings-form/settings-draft.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { LocalData } from "#local-data/local-data.ts";
import { useKeptDraft, type DraftKeeper } from "#forms/use-kept-draft.ts";

/** Each page of settings has a draft; `kept-config-draft.ts` has the numbers behind these. */
const FORMS = { contract: 1, company: 2, email: 3, payment: 4, help: 5, report: 6, files: 7 } as const;
export type SettingsFormName = keyof typeof FORMS;

const keyOf = (form: SettingsFormName) => ({ storeName: "settings" as const, id: FORMS[form] });

/** The initial data of a page of settings. */
export interface OpenedSettings {
  readonly settings: Settings;
  /** The unsaved draft of a closed tab. */
  readonly draft: SettingsDraft;
  readonly former: FormerSettings;
}

/** The kept data of a page. */
type KeptSettings = Pick<OpenedSettings, "draft" | "former">;

/** Not the name of any setting: kept beside them, because earlier releases read only what they know. */
const FORMER = "former values";

/** The settings of this device, and the unsaved edits on a page of them; undefined where the device has none. */
export async function openSettings(localData: LocalData, form: SettingsFormName): Promise<OpenedSettings | undefined> {
  const settings = await localData.settings.read();
  if (!settings) return undefined;
  const kept = await localData.drafts.read(keyOf(form));
  if (!kept) return { settings, draft: NO_SETTINGS_DRAFT, former: {} };
  const former = kept.values[FORMER];
  return {
    settings,
    draft: restoreDraft(kept.values),
    former: typeof former === "object" && former !== null ? former : {},
  };
}

/** Keeps the draft of a page of settings on the device, without its secrets. */
export function useSettingsDraft(form: SettingsFormName): DraftKeeper<KeptSettings> {
  const { drafts } = useLocalData();
  const write = useCallback(
    (typed: KeptSettings | undefined): Promise<void> => {
      const draft = typed && draftToKeep(typed.draft);
      return draft
        ? drafts.save({ ...keyOf(form), values: { ...draft, [FORMER]: typed.former } })
        : drafts.drop(keyOf(form));
    },
    [drafts, form],
  );
  return useKeptDraft(write);
}
