import type { Settings } from "@ridgebook/contract";
import type { ReactNode } from "react";
import {
  ATTACHMENT_RULES,
  CANCELLATION_FLAGS,
  CHANGE_ORDER_TEXTS,
  EMAIL_TEXTS,
  LEGAL_TEXTS,
  LIFETIME_FLAGS,
  NUMBERS,
  PACKAGE_LABELS,
  PAYMENT_FLAGS,
  PAYMENT_TEXTS,
  PHOTO_FLAGS,
  PICTURE_RULES,
  RIGHT_TO_CANCEL_TEXTS,
  SCOPE_TEXTS,
  WARRANTY_TEXTS,
} from "#features/config/contract-settings/contract-setting-names.ts";
import { described } from "#features/config/settings-form/described-settings.ts";
import { FlagSettings, LineSettings, TextSettings } from "#features/config/settings-form/setting-fields.tsx";
import { FileListSetting, PictureSetting } from "#features/config/settings-form/setting-files.tsx";
import { SettingsPage, type SettingsSection } from "#features/config/settings-form/settings-page.tsx";

const WARRANTY_PICTURE = described({ name: "contractWarrantyImage" });
const LOGOS = described({ name: "contractLogos" });
const ATTACHMENTS = { name: "contractAttachments", label: "Attachments" } as const;

const SECTIONS: readonly SettingsSection[] = [
  {
    id: "scope",
    title: "Scope of work",
    settings: SCOPE_TEXTS,
    content: (form) => <TextSettings form={form} settings={SCOPE_TEXTS} />,
  },
  {
    id: "change-orders",
    title: "Change orders",
    settings: CHANGE_ORDER_TEXTS,
    content: (form) => <TextSettings form={form} settings={CHANGE_ORDER_TEXTS} />,
  },
  {
    id: "payment",
    title: "Prices and payment",
    settings: [...NUMBERS, ...PAYMENT_FLAGS, ...PAYMENT_TEXTS],
    content: (form) => (
      <>
        <LineSettings form={form} settings={NUMBERS} />
        <FlagSettings form={form} settings={PAYMENT_FLAGS} />
        <TextSettings form={form} settings={PAYMENT_TEXTS} />
      </>
    ),
  },
  {
    id: "packages",
    title: "Package labels",
    settings: PACKAGE_LABELS,
    content: (form) => <LineSettings form={form} settings={PACKAGE_LABELS} />,
  },
  {
    id: "warranty",
    title: "Warranty",
    settings: [...LIFETIME_FLAGS, ...WARRANTY_TEXTS, WARRANTY_PICTURE],
    content: (form) => (
      <>
        <FlagSettings form={form} settings={LIFETIME_FLAGS} />
        <TextSettings form={form} settings={WARRANTY_TEXTS} />
        <PictureSetting
          form={form}
          {...WARRANTY_PICTURE}
          hint="Such as a certificate or a seal: a JPEG or PNG beside the text."
          rules={PICTURE_RULES}
        />
      </>
    ),
  },
  {
    id: "legal",
    title: "Legal texts",
    settings: [...LEGAL_TEXTS, ...CANCELLATION_FLAGS, ...RIGHT_TO_CANCEL_TEXTS],
    content: (form) => (
      <>
        <TextSettings form={form} settings={LEGAL_TEXTS} />
        <FlagSettings form={form} settings={CANCELLATION_FLAGS} />
        <TextSettings form={form} settings={RIGHT_TO_CANCEL_TEXTS} />
      </>
    ),
  },
  {
    id: "files",
    title: "Logos and attachments",
    settings: [...PHOTO_FLAGS, LOGOS, ATTACHMENTS],
    content: (form) => (
      <>
        <FlagSettings form={form} settings={PHOTO_FLAGS} />
        <FileListSetting
          form={form}
          {...LOGOS}
          addLabel="Add logos"
          hint="Of manufacturers and associations, three in a row, in this order. JPEG or PNG."
          rules={PICTURE_RULES}
        />
        <FileListSetting
          form={form}
          {...ATTACHMENTS}
          addLabel="Add attachments"
          hint="Their pages follow each contract, in this order: PDF, JPEG or PNG. Page numbers count the contract only."
          rules={ATTACHMENT_RULES}
        />
      </>
    ),
  },
  {
    id: "email",
    title: "E-mail",
    settings: EMAIL_TEXTS,
    content: (form) => <TextSettings form={form} settings={EMAIL_TEXTS} />,
  },
];

/** The wording that a paper is drawn with: typed, and saved. */
export interface Wording {
  readonly settings: Settings;
  readonly saved: Settings;
}

/**
 * The texts and options of the company's contracts and change orders (ROUTE-21, SET-09 to SET-13).
 *
 * @param paper draws the paper beside the wording; papers are another feature's
 */
export function ContractSettingsPage({ paper }: { paper?: (wording: Wording) => ReactNode }) {
  return (
    <SettingsPage
      title="Contract settings"
      form="contract"
      sections={SECTIONS}
      aside={
        paper && {
          label: "Paper with this wording",
          openLabel: "See paper",
          content: ({ edited, settings }) => paper({ settings: edited, saved: settings }),
        }
      }
    />
  );
}
