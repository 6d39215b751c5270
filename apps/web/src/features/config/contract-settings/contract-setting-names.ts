import type { FileRules } from "@ridgebook/contract";
import { ATTACHMENTS, MAX_FILE_BYTES, PRINTED_PICTURES } from "@ridgebook/contract";
import {
  described,
  texts,
  type FlagSetting,
  type NumberSetting,
} from "#features/config/settings-form/described-settings.ts";

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
  { name: "changeOrderPaymentDisclaimer" },
]);

export const PAYMENT_TEXTS = texts([
  { name: "contractPaymentDisclaimer" },
  { name: "contractProjectStartDateDisclaimer" },
]);

export const WARRANTY_TEXTS = texts([{ name: "contractWarrantyText" }]);

export const LEGAL_TEXTS = texts([
  { name: "contractLegalText" },
  { name: "contractDisclosures" },
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
    hint: "Stands in the e-mail that a contract is attached to. It can be changed each time.",
  },
]);

export const PAYMENT_FLAGS: readonly FlagSetting[] = [
  described({ name: "showDiscountsOnContract" }),
  described({ name: "showPromotionsOnContract" }),
  described({ name: "showPaymentOptions" }),
  described({ name: "showPaymentOptionsOnContract" }),
];

export const PACKAGE_LABELS: readonly FlagSetting[] = [
  { name: "contractPackageLabel1", label: "First package" },
  { name: "contractPackageLabel2", label: "Second package" },
  { name: "contractPackageLabel3", label: "Third package" },
];

/** Percents from 0 to 100 (SET-12). */
export const NUMBERS: readonly NumberSetting[] = [
  described({ name: "contractCashDiscountPercent", unit: "%" }),
  described({ name: "cashCheckDiscount", unit: "%" }),
  described({ name: "contractFinancingApr", unit: "%" }),
];

export const PICTURE_RULES: FileRules = { maxBytes: MAX_FILE_BYTES, extensions: PRINTED_PICTURES };
export const ATTACHMENT_RULES: FileRules = { maxBytes: MAX_FILE_BYTES, extensions: ATTACHMENTS };
