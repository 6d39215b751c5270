import { Problem, type FieldConflict, type Settings, type SettingsDifference } from "@ridgebook/contract";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useAttemptKey } from "#features/config/attempt-key.ts";
import {
  useSettingsDraft,
  type OpenedSettings,
  type SettingsFormName,
} from "#features/config/settings-form/kept-settings-draft.ts";
import {
  NO_SETTINGS_DRAFT,
  readDraft,
  shownSetting,
  storedSetting,
  type EditedSetting,
  type FormerSettings,
  type SettingErrors,
  type SettingName,
  type SettingsDraft,
} from "#features/config/settings-form/settings-draft.ts";
import type { ConflictChoice } from "#features/config/two-versions.tsx";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useClient } from "#server-client/client-context.tsx";
import { sortServerMessages } from "#server-client/server-validation.ts";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";

const NO_ERRORS: SettingErrors = {};

/** Statuses whose messages belong to fields; all others go to the general handler (1.§8, SET-21). */
const isRefusedByField = (error: unknown): error is Problem =>
  error instanceof Problem && (error.status === 400 || error.status === 500);

/** A page of settings while it is edited; the page decides which of them it shows. */
export interface SettingsForm {
  /** The stored values, without edits. */
  readonly settings: Settings;
  /** The values as they would be stored now; an unstorable one is the stored value. */
  readonly edited: Settings;
  /** The value of a setting's field. */
  readonly shown: (name: SettingName) => EditedSetting;
  /** The setting without the draft. */
  readonly stored: (name: SettingName) => EditedSetting;
  readonly errorOf: (name: SettingName) => string | undefined;
  /** The settings with shown errors, in the order in which they were touched. */
  readonly errors: SettingErrors;
  readonly change: (name: SettingName, value: EditedSetting) => void;
  /** Which settings differ from what is stored. */
  readonly changedNames: readonly SettingName[];
  readonly isChanged: boolean;
  /** Whether the shown values are the draft of a closed tab. */
  readonly isRestored: boolean;
  readonly isSaving: boolean;
  /** Settings that another user changed meanwhile: nothing is saved until one of both values is chosen for each. */
  readonly conflicts: readonly FieldConflict[];
  readonly resolveConflicts: (choices: Readonly<Record<string, ConflictChoice>>) => Promise<void>;
  readonly save: () => Promise<void>;
  readonly discard: () => void;
}

/** Returns the errors of values that are about to be saved; `changed` holds them as they would be stored. */
export type CheckSettings = (changed: Readonly<Partial<Record<SettingName, unknown>>>) => Promise<SettingErrors>;

/**
 * Edits settings and saves the differences (SET-19 to SET-22). Edits are kept on the device until they are saved or discarded.
 *
 * @param opened the company's settings as this device has them, and the kept edits
 * @param checkBeforeSave returns errors; one prevents the save, and is cleared by the next change of its setting
 */
export function useSettingsForm(
  form: SettingsFormName,
  opened: OpenedSettings,
  checkBeforeSave?: CheckSettings,
): SettingsForm {
  const stored = opened.settings;
  const client = useClient();
  const localData = useLocalData();
  const { reportFailure } = useSession();
  const keyOf = useAttemptKey();
  const [draft, setDraft] = useState<SettingsDraft>(opened.draft);
  const [former, setFormer] = useState<FormerSettings>(opened.former);
  const [conflicts, setConflicts] = useState<readonly FieldConflict[]>([]);
  const [firstDraft] = useState(opened.draft);
  const [refused, setRefused] = useState<SettingErrors>(NO_ERRORS);
  const [isChecked, setIsChecked] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  /** The result of a save counts until the device receives something newer than the values that it replaced. */
  const [returned, setReturned] = useState<{ over: Settings; settings: Settings }>();
  const settings = returned?.over === stored ? returned.settings : stored;

  const { differences, errors } = useMemo(() => readDraft(settings, draft), [settings, draft]);
  const edited = useMemo(
    (): Settings =>
      differences.length === 0
        ? settings
        : { ...settings, ...Object.fromEntries(differences.map(({ path, value }) => [path.slice(1), value])) },
    [settings, differences],
  );
  const changedNames = Object.keys(draft).filter(
    (name) => differences.some(({ path }) => path === `/${name}`) || name in errors,
  ) as SettingName[];
  const shownErrors = { ...(isChecked ? errors : NO_ERRORS), ...refused };
  const isChanged = changedNames.length > 0;

  const kept = useSettingsDraft(form);
  const keptDraft = useRef(draft);
  useEffect(() => {
    // What was just read from the device, or just dropped from it, must not be written again.
    if (keptDraft.current === draft) return;
    keptDraft.current = draft;
    kept.keep(isChanged ? { draft, former } : undefined);
  }, [draft, former, isChanged, kept]);

  const latest = useRef({ isChanged, settings, hasErrors: false });
  useEffect(() => {
    latest.current = { isChanged, settings, hasErrors: Object.keys(errors).length > 0 };
  });
  useLeaveGuard({
    hasChanges: useCallback(() => latest.current.isChanged, []),
    checkForErrors: useCallback(() => {
      setIsChecked(true);
      return Promise.resolve(latest.current.hasErrors);
    }, []),
    onDiscard: kept.drop,
  });

  const clear = (): Promise<void> => {
    keptDraft.current = NO_SETTINGS_DRAFT;
    setDraft(NO_SETTINGS_DRAFT);
    setFormer({});
    setConflicts([]);
    setIsChecked(false);
    return kept.drop();
  };

  const change = useCallback((name: SettingName, value: EditedSetting): void => {
    setDraft((before) => ({ ...before, [name]: value }));
    setFormer((before) =>
      name in before ? before : { ...before, [name]: storedSetting(latest.current.settings, name) },
    );
    setRefused((before) => {
      if (!(name in before)) return before;
      const { [name]: _mended, ...others } = before;
      return others;
    });
  }, []);

  const showRefusal = async (problem: Problem): Promise<void> => {
    const found = problem.details.conflicts ?? [];
    setConflicts(found);
    if (found.length > 0) {
      await localData.sync.run();
      return;
    }
    const names = differences.map(({ path }) => path.slice(1));
    const { fields, others } = sortServerMessages({ problem, knownFields: names });
    setRefused(Object.fromEntries(fields.map(({ field, message }) => [field, message])));
    if (fields.length === 0) await reportFailure(problem);
    else for (const message of others) notices.add({ message, type: "error" });
  };

  const send = async (changes: readonly SettingsDifference[], basedOn: FormerSettings): Promise<void> => {
    const sent = changes.map((difference) => {
      const name = difference.path.slice(1) as SettingName;
      return name in basedOn ? { ...difference, former: basedOn[name] } : difference;
    });
    setIsSaving(true);
    try {
      const saved = await client.call("updateSettings", { body: sent }, { idempotencyKey: keyOf(sent) });
      setReturned({ over: stored, settings: saved });
      await clear();
      notices.add({ message: "Saved" });
      // A tab that is reloaded before the next sync shows what was saved.
      await localData.settings.receive(saved, { over: stored });
      await localData.sync.run();
    } catch (error) {
      if (isRefusedByField(error)) await showRefusal(error);
      else await reportFailure(error);
    } finally {
      setIsSaving(false);
    }
  };

  const passesCheck = async (): Promise<boolean> => {
    if (!checkBeforeSave) return true;
    setIsSaving(true);
    try {
      const found = await checkBeforeSave(
        Object.fromEntries(differences.map(({ path, value }) => [path.slice(1), value])),
      );
      setRefused(found);
      return Object.keys(found).length === 0;
    } finally {
      setIsSaving(false);
    }
  };

  return {
    settings,
    edited,
    shown: (name) => shownSetting(settings, draft, name),
    stored: (name) => shownSetting(settings, NO_SETTINGS_DRAFT, name),
    errorOf: (name) => shownErrors[name],
    errors: shownErrors,
    change,
    changedNames,
    isChanged,
    isRestored: isChanged && firstDraft !== NO_SETTINGS_DRAFT && draft === firstDraft,
    isSaving,
    conflicts,
    resolveConflicts: async (choices) => {
      const isTheirs = (name: string): boolean => choices[name] === "theirs";
      const seen = Object.fromEntries(conflicts.map(({ field, theirs }) => [field, theirs]));
      const kept = Object.fromEntries(Object.entries(draft).filter(([name]) => !isTheirs(name))) as SettingsDraft;
      const basedOn = { ...former, ...seen };
      setConflicts([]);
      setDraft(kept);
      setFormer(basedOn);
      const left = differences.filter(({ path }) => !isTheirs(path.slice(1)));
      if (left.length > 0) await send(left, basedOn);
      else await clear();
    },
    save: async () => {
      setRefused(NO_ERRORS);
      if (Object.keys(errors).length > 0) setIsChecked(true);
      else if (differences.length === 0) notices.add({ message: "No changes to save" });
      else if (await passesCheck()) await send(differences, former);
    },
    discard: () => {
      setRefused(NO_ERRORS);
      void clear();
    },
  };
}
