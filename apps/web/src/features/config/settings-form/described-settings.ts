import { settingsRecord } from "@ridgebook/contract";
import { SETTING_MODES, type EditorMode, type TextSettingName } from "@ridgebook/documents/rich-text";
import type { WorkflowId } from "@ridgebook/estimating";
import type { SettingName } from "#features/config/settings-form/settings-draft.ts";

/* How a page of settings describes its settings. */

/** A formatted text. */
export interface TextSetting {
  readonly name: TextSettingName;
  readonly label: string;
  readonly mode: EditorMode;
  readonly hint?: string;
  /** For a scope text: whose fields its keywords name; null for those of all workflows. */
  readonly workflowId?: WorkflowId | null;
}

/** Each is edited in the mode in which the server stores it. */
export const texts = (
  settings: readonly (Omit<TextSetting, "mode" | "label"> & { label?: string })[],
): readonly TextSetting[] => settings.map((text) => described({ ...text, mode: SETTING_MODES[text.name] }));

/** The setting's usual name, unless the page's heading says a part of it. */
export const described = <const Setting extends { readonly name: SettingName; readonly label?: string }>(
  setting: Setting,
): Setting & { readonly label: string } => ({ label: settingsRecord.labels[setting.name], ...setting });

/** A switch, or a short value. */
export interface FlagSetting {
  readonly name: SettingName;
  readonly label: string;
  /** Its effect, in one line. */
  readonly hint?: string;
  /** The on-screen keyboard of a short value, if not the one of letters. */
  readonly keyboard?: "email" | "numeric" | "url";
}

export interface NumberSetting extends FlagSetting {
  readonly unit: string;
}
