import type { FileRules } from "@ridgebook/contract";
import { ATTACHMENTS, MAX_FILE_BYTES, PRINTED_PICTURES } from "@ridgebook/contract";
import {
  CASH_DISCOUNT,
  CONTRACTS_SHOW_WAYS,
  ESTIMATES_SHOW_WAYS,
  FINANCING_RATE,
  PRINTED_CASH_DISCOUNT,
} from "#features/config/payment-options/payment-setting-names.ts";
import {
  described,
  texts,
  type FlagSetting,
  type NumberSetting,
} from "#features/config/settings-form/described-settings.ts";

const CAN_BE_CHANGED = "It can be changed on each contract.";
const LISTED_WHEN_EMPTY = "Left empty, the contract lists the lines of the estimate.";

/** Scopes of work (SET-10), in the display order of the workflows. */
export const SCOPE_TEXTS = texts([
  { name: "contractRoofingScopeOfWork", label: "Roofing", workflowId: 1, hint: LISTED_WHEN_EMPTY },
  { name: "contractSidingScopeOfWork", label: "Siding", workflowId: 2, hint: LISTED_WHEN_EMPTY },
  { name: "contractWindowsScopeOfWork", label: "Windows & Doors", workflowId: 3, hint: LISTED_WHEN_EMPTY },
  {
    name: "contractWindowDetailsScopeOfWork",
    label: "Window details",
    workflowId: 3,
    hint: "Repeated for each window. Its keywords speak of that window.",
  },
  { name: "contractGuttersScopeOfWork", label: "Gutters", workflowId: 4, hint: LISTED_WHEN_EMPTY },
  { name: "contractTrimScopeOfWork", label: "Trim", workflowId: 7, hint: LISTED_WHEN_EMPTY },
  { name: "contractInsulationScopeOfWork", label: "Insulation", workflowId: 6, hint: LISTED_WHEN_EMPTY },
  { name: "contractRepairScopeOfWork", label: "Repairs", workflowId: 5, hint: LISTED_WHEN_EMPTY },
]);

export const CHANGE_ORDER_TEXTS = texts([
  {
    name: "changeOrderScopeOfWork",
    workflowId: null,
    hint: "Its keywords speak of everything that the change order is about.",
  },
  {
    name: "changeOrderPaymentDisclaimer",
    hint: "Printed below the price of each change order, where it can be changed.",
  },
]);

export const PAYMENT_TEXTS = texts([
  {
    name: "contractPaymentDisclaimer",
    hint: `Shown below the ways to pay, on contracts and in the homeowner view. ${CAN_BE_CHANGED}`,
  },
  {
    name: "contractProjectStartDateDisclaimer",
    hint: `Printed below the date on which the work begins. ${CAN_BE_CHANGED}`,
  },
]);

export const WARRANTY_TEXTS = texts([
  { name: "contractWarrantyText", hint: `Printed under “Warranty”. ${CAN_BE_CHANGED}` },
]);

export const LEGAL_TEXTS = texts([
  { name: "contractLegalText", hint: `Printed under “Terms”. ${CAN_BE_CHANGED}` },
  { name: "contractDisclosures", hint: `Printed under “Disclosures”, before the terms. ${CAN_BE_CHANGED}` },
  {
    name: "contractAcknowledgements",
    hint: "What the customer confirms, as lines with boxes.",
  },
]);

export const RIGHT_TO_CANCEL_TEXTS = texts([
  {
    name: "rightToCancelNotice",
    hint: "Printed in bold beside the signatures, whatever its formatting. Left empty, the federal wording is used.",
  },
]);

export const EMAIL_TEXTS = texts([
  {
    name: "contractEmailMessage",
    hint: "The text of the e-mail that a contract is attached to. It can be changed each time.",
  },
]);

export const PAYMENT_FLAGS: readonly FlagSetting[] = [
  described({
    name: "showDiscountsOnContract",
    hint: "Contracts and the homeowner view say what discounts take off. When this is off, prices have them in already.",
  }),
  described({
    name: "showPromotionsOnContract",
    hint: "They say what a promotion takes off. When this is off, prices have it in already.",
  }),
  ESTIMATES_SHOW_WAYS,
  CONTRACTS_SHOW_WAYS,
];

/** The packages' labels beside their names in the price book, in its order. */
export const PACKAGE_LABELS: readonly FlagSetting[] = [
  { name: "contractPackageLabel1", label: "First package", hint: "Shown before its name, such as “Good”." },
  { name: "contractPackageLabel2", label: "Second package", hint: "Such as “Better”." },
  { name: "contractPackageLabel3", label: "Third package", hint: "Such as “Best”." },
];

export const LIFETIME_FLAGS: readonly FlagSetting[] = [
  described({
    name: "lifetimeWorkmanship",
    hint: "Each contract says that you warrant your workmanship for as long as the homeowner owns the home.",
  }),
];

export const PHOTO_FLAGS: readonly FlagSetting[] = [
  described({
    name: "showPhotosSection",
    hint: "Photos of the lead can be chosen for each contract, and are printed in it.",
  }),
];

export const CANCELLATION_FLAGS: readonly FlagSetting[] = [
  described({
    name: "showRightToCancel",
    hint: "The notice is printed beside the signatures, with the last day to cancel filled in. Its form is printed twice.",
  }),
];

/** Percents from 0 to 100 (SET-12). */
export const NUMBERS: readonly NumberSetting[] = [PRINTED_CASH_DISCOUNT, CASH_DISCOUNT, FINANCING_RATE];

export const PICTURE_RULES: FileRules = { maxBytes: MAX_FILE_BYTES, extensions: PRINTED_PICTURES };
export const ATTACHMENT_RULES: FileRules = { maxBytes: MAX_FILE_BYTES, extensions: ATTACHMENTS };
