import type { Settings } from "@ridgebook/contract";
import type { DocumentTextName } from "#choices/document-choices.ts";

type TextSetting = Extract<keyof Settings, `contract${string}`>;

/** The settings that hold a contract's texts, by what they are for. */
const TEXT_SETTINGS = {
  warranty: "contractWarrantyText",
  paymentDisclaimer: "contractPaymentDisclaimer",
  startDateDisclaimer: "contractProjectStartDateDisclaimer",
  legalText: "contractLegalText",
  disclosures: "contractDisclosures",
  acknowledgements: "contractAcknowledgements",
} as const satisfies Partial<Record<DocumentTextName, TextSetting>>;

/** A contract's text as the company wrote it; "" of a text that no setting holds. */
export const textOfSettings = (settings: Settings, name: DocumentTextName): string =>
  name in TEXT_SETTINGS ? settings[TEXT_SETTINGS[name as keyof typeof TEXT_SETTINGS]] : "";
