import { describe, expect, test } from "vitest";
import { NO_TERM } from "./estimate-term.ts";
import { paymentOffers } from "./payment-offers.ts";
import { DEFAULT_SETTINGS } from "./settings.ts";

const NOTHING = { ...DEFAULT_SETTINGS, contractFinancingApr: 0, cashCheckDiscount: 0 };

describe("[SUM-11] ways to pay that a company offers", () => {
  test("a company that set nothing takes cash and checks", () => {
    expect(paymentOffers(NOTHING)).toEqual([{ paymentOption: 1, label: "Cash or check", term: NO_TERM }]);
  });

  test("its discount for cash is a negative fee", () => {
    expect(paymentOffers({ ...NOTHING, cashCheckDiscount: 3 })[0]?.term).toEqual({ ...NO_TERM, feePercent: -3 });
  });

  test("loans in the order: general rate, same as cash, reduced rate; their fees with that of their kind", () => {
    const offers = paymentOffers({
      ...NOTHING,
      contractFinancingApr: 9.99,
      paymentOptions: { "3": { label: "No interest", feePercent: 1 } },
      zeroInterest: { "12": { months: 12, feePercent: 4 }, "18": { months: 18, label: "18 months" } },
      reducedRate: { "120": { months: 120, ratePercent: 7.99 } },
    });
    expect(offers.slice(1)).toEqual([
      {
        paymentOption: 2,
        label: "Financing",
        term: { months: 120, ratePercent: 9.99, feePercent: 0, lenderFeePercent: 0, offerId: "financing" },
      },
      {
        paymentOption: 3,
        label: "No interest",
        term: { months: 12, ratePercent: 0, feePercent: 5, lenderFeePercent: 0, offerId: "12" },
      },
      {
        paymentOption: 3,
        label: "18 months",
        term: { months: 18, ratePercent: 0, feePercent: 1, lenderFeePercent: 0, offerId: "18" },
      },
      {
        paymentOption: 4,
        label: "Reduced rate",
        term: { months: 120, ratePercent: 7.99, feePercent: 0, lenderFeePercent: 0, offerId: "120" },
      },
    ]);
  });

  test("plans that are switched off or unreadable are not offered", () => {
    expect(
      paymentOffers({
        ...NOTHING,
        paymentOptions: { "1": { enabled: false }, "4": { enabled: false } },
        zeroInterest: { a: { months: 0 }, b: "12", c: { months: 6, enabled: false }, d: null },
        reducedRate: { "60": { months: 60, ratePercent: 5 } },
      }),
    ).toEqual([]);
  });
});
