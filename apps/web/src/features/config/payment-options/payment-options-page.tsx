import { described, type FlagSetting, type NumberSetting } from "#features/config/settings-form/described-settings.ts";
import { FlagSettings, LineSettings } from "#features/config/settings-form/setting-fields.tsx";
import { SettingsPage, type SettingsSection } from "#features/config/settings-form/settings-page.tsx";
import { CashExample } from "#features/config/payment-options/cash-example.tsx";
import { PlanSettings } from "#features/config/payment-options/plan-settings.tsx";

const CASH: readonly NumberSetting[] = [
  { name: "cashCheckDiscount", label: "Discount for cash or check", unit: "%" },
  { name: "contractCashDiscountPercent", label: "Printed on contracts", unit: "%" },
];

const SHOWN: readonly FlagSetting[] = [
  described({ name: "showPaymentOptions" }),
  described({ name: "showPaymentOptionsOnContract" }),
];

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
      { name: "contractFinancingApr", label: "Financing rate" },
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

/** How homeowners can pay: the discount for cash, and the company's payment plans (ROUTE-23, SET-12, SET-17). */
export function PaymentOptionsPage() {
  return <SettingsPage title="Payment options" form="payment" sections={SECTIONS} />;
}
