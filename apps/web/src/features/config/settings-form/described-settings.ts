import { settingsRecord } from "@ridgebook/contract";
import { SETTING_MODES, type EditorMode, type TextSettingName } from "@ridgebook/documents/rich-text";
import type { WorkflowId } from "@ridgebook/estimating";
import type { SettingName } from "#features/config/settings-form/settings-draft.ts";

/* How a page of settings describes those that it shows. */

/** A text with formatting. */
export interface TextSetting {
  readonly name: TextSettingName;
  readonly label: string;
  readonly mode: EditorMode;
  readonly hint?: string;
  /** Of a scope text: whose fields its keywords name; null for those of all workflows. */
  readonly workflowId?: WorkflowId | null;
}

/** Each is written in the mode in which the server keeps it. */
export const texts = (
  settings: readonly (Omit<TextSetting, "mode" | "label"> & { label?: string })[],
): readonly TextSetting[] => settings.map((text) => described({ ...text, mode: SETTING_MODES[text.name] }));

/** A setting under the name that it has everywhere, unless the page's heading says a part of that. */
export const described = <const Setting extends { readonly name: SettingName; readonly label?: string }>(
  setting: Setting,
): Setting & { readonly label: string } => ({ label: settingsRecord.labels[setting.name], ...setting });

/** One that is on or off, or a short value. */
export interface FlagSetting {
  readonly name: SettingName;
  readonly label: string;
  /** What it affects, in one line. */
  readonly hint?: string;
  /** The on-screen keyboard of a short value, where that of letters is wrong. */
  readonly keyboard?: "email" | "numeric" | "url";
}

export interface NumberSetting extends FlagSetting {
  readonly unit: string;
}
