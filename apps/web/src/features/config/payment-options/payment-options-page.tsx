import { described, type FlagSetting, type NumberSetting } from "#features/config/settings-form/described-settings.ts";
import { FlagSettings, LineSettings } from "#features/config/settings-form/setting-fields.tsx";
import { SettingsPage, type SettingsSection } from "#features/config/settings-form/settings-page.tsx";
import { CashExample } from "#features/config/payment-options/cash-example.tsx";
import {
  CASH_DISCOUNT,
  CONTRACTS_SHOW_WAYS,
  ESTIMATES_SHOW_WAYS,
  FINANCING_RATE,
  PRINTED_CASH_DISCOUNT,
} from "#features/config/payment-options/payment-setting-names.ts";
import { PlanSettings } from "#features/config/payment-options/plan-settings.tsx";

// The heading says what the discount is for.
const CASH: readonly NumberSetting[] = [
  { ...CASH_DISCOUNT, label: "Discount for cash or check" },
  { ...PRINTED_CASH_DISCOUNT, label: "Printed on contracts" },
];

const SHOWN: readonly FlagSetting[] = [ESTIMATES_SHOW_WAYS, CONTRACTS_SHOW_WAYS];

const SECTIONS: readonly SettingsSection[] = [
  {
    id: "cash",
    title: "Cash or check",
    settings: CASH,
    content: (form) => (
      <>
        <LineSettings form={form} settings={CASH} />
        <CashExample form={form} />
      </>
    ),
  },
  {
    id: "plans",
    title: "Plans",
    settings: [
      described({ name: "zeroInterest" }),
      described({ name: "reducedRate" }),
      described({ name: "paymentOptions" }),
      { ...FINANCING_RATE, label: "Financing rate" },
    ],
    content: (form) => <PlanSettings form={form} />,
  },
  {
    id: "shown",
    title: "Where they are shown",
    settings: SHOWN,
    content: (form) => <FlagSettings form={form} settings={SHOWN} />,
  },
];

/** The company's ways to pay: the cash discount and the payment plans (ROUTE-23, SET-12, SET-17). */
export function PaymentOptionsPage() {
  return <SettingsPage title="Payment options" form="payment" sections={SECTIONS} />;
}
