import type { Settings } from "@ridgebook/contract";
import type { EditorMode } from "./editor-modes.ts";

/** The settings that hold HTML, by the mode in which their text is written (SET-10, SET-11). All others are plain values. */
export const SETTING_MODES = {
  contractRoofingScopeOfWork: "scopeConfiguration",
  contractSidingScopeOfWork: "scopeConfiguration",
  contractWindowsScopeOfWork: "scopeConfiguration",
  contractWindowDetailsScopeOfWork: "scopeConfiguration",
  contractGuttersScopeOfWork: "scopeConfiguration",
  contractTrimScopeOfWork: "scopeConfiguration",
  contractInsulationScopeOfWork: "scopeConfiguration",
  contractRepairScopeOfWork: "scopeConfiguration",
  changeOrderScopeOfWork: "scopeConfiguration",
  changeOrderPaymentDisclaimer: "standard",
  contractPaymentDisclaimer: "standard",
  contractProjectStartDateDisclaimer: "standard",
  contractWarrantyText: "standard",
  contractLegalText: "standard",
  contractDisclosures: "standard",
  contractAcknowledgements: "checklist",
  rightToCancelNotice: "standard",
  contractEmailMessage: "email",
  invitationEmailMessage: "email",
  setupEmailMessage: "email",
  resetEmailMessage: "email",
  usageReportEmailMessage: "email",
} as const satisfies Partial<Record<keyof Settings, EditorMode>>;

/** A setting that holds HTML. */
export type TextSettingName = keyof typeof SETTING_MODES;

export const isTextSetting = (name: string): name is TextSettingName => Object.hasOwn(SETTING_MODES, name);
