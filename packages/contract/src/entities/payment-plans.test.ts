import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { companyPlans, paymentOffers } from "./payment-offers.ts";
import {
  claimsNoCharge,
  planErrors,
  planExample,
  planProblems,
  refusedPlans,
  settingsToSave,
} from "./payment-plans.ts";
import { DEFAULT_SETTINGS, type SettingsFields } from "./settings.ts";

type Plans = Partial<Pick<SettingsFields, "zeroInterest" | "reducedRate" | "paymentOptions" | "contractFinancingApr">>;

const settings = (plans: Plans, cashCheckDiscount = 3): SettingsFields => ({
  ...DEFAULT_SETTINGS,
  ...plans,
  cashCheckDiscount,
});

const only = (given: SettingsFields) => {
  const [plan] = companyPlans(given);
  if (!plan) throw new Error("No plan.");
  return { plan, example: planExample(given, plan) };
};

describe("the payer of the dealer fee", () => {
  const plan = { label: "12 equal payments", months: 12, feePercent: 4 };

  test("[FIN-03] a plan that is older than the choice keeps its fee on the homeowner", () => {
    expect(only(settings({ zeroInterest: { a: plan } })).plan.term.feePercent).toBe(4);
  });

  test("[FIN-03] a fee that the company bears does not change the homeowner's price", () => {
    const { plan: read, example } = only(settings({ zeroInterest: { a: { ...plan, feeBorneBy: "company" } } }, 0));
    expect(read.term.feePercent).toBe(0);
    expect(example).toMatchObject({ price: 20_000, dealerFee: 800, financeCharge: 0, aprPercent: 0 });
  });

  test.each([
    { given: "the company", plan: { feeBorneBy: "company" }, fee: 0, borne: 4 },
    { given: "the homeowner", plan: { feeBorneBy: "homeowner" }, fee: 4, borne: 0 },
    { given: "nobody decided", plan: {}, fee: 4, borne: 0 },
    // 4 % of what the cash discount of 3 % leaves: .97 x 4
    {
      given: "the company, beside a cash discount",
      plan: { feeBorneBy: "company", givesCashDiscount: true },
      fee: -3,
      borne: 3.88,
    },
    // .97 x 1.04 = 1.0088: of the 3.88 % that the lender takes, the price holds .88 %.
    {
      given: "the homeowner, beside a cash discount",
      plan: { feeBorneBy: "homeowner", givesCashDiscount: true },
      fee: 0.88,
      borne: 3,
    },
    {
      given: "the company, of a plan that takes off",
      plan: { feeBorneBy: "company", feePercent: -2 },
      fee: 0,
      borne: 0,
    },
  ])("[FIN-10] the part outside of the price, if paid by: $given", ({ plan: own, fee, borne }) => {
    const { plan: read, example } = only(settings({ zeroInterest: { a: { ...plan, ...own } } }));
    expect(read.term).toMatchObject({ feePercent: fee, lenderFeePercent: borne });
    if (example.dealerFee > 0)
      // No matter who pays it, the lender takes the example's fee of the price of 20,000.
      expect(200 * (Math.max(0, fee) + borne)).toBeCloseTo(example.dealerFee, 6);
  });

  test("[FIN-03] one that the homeowner bears is part of the price and of the finance charge", () => {
    const { example } = only(settings({ zeroInterest: { a: { ...plan, feeBorneBy: "homeowner" } } }));
    // 20,000 + 4 % = 20,800; in cash 19,400.
    expect(example).toMatchObject({
      price: 20_800,
      cashPrice: 19_400,
      discountNotGiven: 600,
      dealerFee: 800,
      amountFinanced: 19_400,
      financeCharge: 1_400,
      aprPercent: 13.06,
      totalOfPayments: 20_800,
    });
  });

  test("[FIN-04] a plan with the cash discount costs what cash costs; a fee is taken of that price", () => {
    const company = { ...plan, feeBorneBy: "company", givesCashDiscount: true };
    const free = only(settings({ zeroInterest: { a: company } })).example;
    // The fee: 4 % of 19,400.
    expect(free).toMatchObject({ price: 19_400, dealerFee: 776, financeCharge: 0, aprPercent: 0 });
    const borne = only(settings({ zeroInterest: { a: { ...company, feeBorneBy: "homeowner" } } }));
    // .97 x 1.04 = 1.0088
    expect(borne.plan.term.feePercent).toBe(0.88);
    expect(borne.example).toMatchObject({ price: 20_176, dealerFee: 776, financeCharge: 776 });
  });

  test("[FIN-04] if cash is not accepted, no plan lacks its discount", () => {
    const given = settings({ zeroInterest: { a: { months: 12 } }, paymentOptions: { "1": { enabled: false } } });
    expect(only(given).example).toMatchObject({ cashPrice: 20_000, financeCharge: 0 });
  });
});

describe("[FIN-05] the order of plans", () => {
  test("places go over the kinds; plans without one follow as before", () => {
    const offers = paymentOffers(
      settings({
        contractFinancingApr: 9.99,
        paymentOptions: { "2": { order: 2 } },
        zeroInterest: { old: { months: 6 }, z: { months: 12, order: 3 } },
        reducedRate: { r: { months: 60, ratePercent: 5, order: 1 }, other: { months: 36, ratePercent: 5 } },
      }),
    );
    expect(offers.map(({ term }) => term.offerId)).toEqual(["", "r", "financing", "z", "old", "other"]);
  });
});

describe("[FIN-06] valid plans", () => {
  test.each([
    { given: "no months", plan: { label: "A" }, problems: ["Months must be a number."] },
    { given: "0 months", plan: { months: 0 }, problems: ["Months must be at least 1."] },
    { given: "half a month", plan: { months: 1.5 }, problems: ["Months must be a whole number."] },
    {
      given: "numbers that are none",
      plan: { months: 12, ratePercent: "about 5", feePercent: 101 },
      problems: ["Lender’s fee must be at most 100.", "Yearly rate must be a number."],
    },
    {
      given: "nobody known for the fee",
      plan: { months: 12, feeBorneBy: "lender" },
      problems: ["Choose who bears the fee: company or homeowner."],
    },
    { given: "members that are not known", plan: { months: 12, lenderCode: "X7" }, problems: [] },
  ])("$given", ({ plan, problems }) => {
    expect(planProblems(plan)).toEqual(problems);
  });

  test("the message names the plan, by its label or its id", () => {
    const result = settingsToSave.zeroInterest.safeParse({ a: { label: "18 months", months: 0 }, b: { months: -1 } });
    expect(result.error?.issues.map(({ message }) => message)).toEqual([
      "Plan “18 months”: Months must be at least 1.",
      "Plan “b”: Months must be at least 1.",
    ]);
    expect(settingsToSave.paymentOptions.safeParse({ "2": { enabled: "yes" } }).error?.issues[0]?.message).toBe(
      "“Financing”: On or off must be true or false.",
    );
  });

  test("unknown members are kept unchanged", () => {
    const plans = { a: { months: 12, lender: { code: "X7" } }, note: "call first", nothing: null };
    expect(settingsToSave.reducedRate.parse(plans)).toEqual(plans);
    expect(settingsToSave.paymentOptions.parse({ "9": { enabled: "yes" } })).toEqual({ "9": { enabled: "yes" } });
  });
});

describe("[FIN-07] labels that say a plan costs nothing", () => {
  test.each([
    { label: "0 % for 12 months", claims: true },
    { label: "0% APR", claims: true },
    { label: "0.00 percent", claims: true },
    { label: "No interest", claims: true },
    { label: "Interest-free year", claims: true },
    { label: "12 months SAME AS CASH", claims: true },
    { label: "10 % down", claims: false },
    { label: "5.0 % for 20 years", claims: false },
    { label: "12 equal payments", claims: false },
  ])("“$label”: $claims", ({ label, claims }) => {
    expect(claimsNoCharge(label)).toBe(claims);
  });

  const saved = (before: SettingsFields, change: Partial<SettingsFields>) =>
    planErrors(refusedPlans({ before, after: { ...before, ...change }, changed: Object.keys(change) }));

  test("are refused with the reason when the plan has a finance charge", () => {
    const zeroInterest = { a: { label: "0 % for 12 months", months: 12, feePercent: 4, feeBorneBy: "homeowner" } };
    expect(saved(settings({}), { zeroInterest })).toEqual({
      zeroInterest: [
        "Plan “0 % for 12 months”: Refused: on a $20,000 job the homeowner pays $1,400.00 more than in cash, an APR of 13.06 %. The label can’t say “0 %”, “no interest” or “same as cash”.",
      ],
    });
  });

  test("so is the built-in label, of a plan without one", () => {
    expect(saved(settings({}), { zeroInterest: { a: { months: 12, feePercent: 4 } } })).toHaveProperty("zeroInterest");
  });

  test("are fine where the plan has none, and where it is off", () => {
    const plan = { label: "Same as cash", months: 12, feePercent: 4 };
    const given = { ...plan, feeBorneBy: "company", givesCashDiscount: true };
    expect(saved(settings({}), { zeroInterest: { a: given } })).toEqual({});
    expect(saved(settings({}), { zeroInterest: { a: { ...plan, enabled: false } } })).toEqual({});
  });

  test("are refused when a cash discount, or switching on, makes them untrue", () => {
    const free = settings({ zeroInterest: { a: { label: "Same as cash", months: 12 } } }, 0);
    expect(saved(free, { cashCheckDiscount: 3 })).toHaveProperty("cashCheckDiscount");
    const off = settings({ zeroInterest: { a: { label: "Same as cash", months: 12, enabled: false } } });
    expect(saved(off, { zeroInterest: { a: { label: "Same as cash", months: 12 } } })).toHaveProperty("zeroInterest");
  });

  test("of older plans stay until the plan itself is changed", () => {
    const old = { label: "12 months same as cash", months: 12, feePercent: 4 };
    const before = settings({ zeroInterest: { old } });
    expect(saved(before, { companyName: "North Gable" })).toEqual({});
    expect(saved(before, { cashCheckDiscount: 2 })).toEqual({});
    expect(saved(before, { zeroInterest: { old, b: { label: "18 equal payments", months: 18 } } })).toEqual({});
    expect(saved(before, { zeroInterest: { old: { ...old, months: 10 } } })).toHaveProperty("zeroInterest");
  });

  test("an example adds up: cash price, discount and fee are the price, whatever the plan", () => {
    fc.assert(
      fc.property(
        fc.record({
          months: fc.integer({ min: 1, max: 240 }),
          ratePercent: fc.integer({ min: 0, max: 2_500 }).map((hundredths) => hundredths / 100),
          feePercent: fc.integer({ min: 0, max: 3_000 }).map((hundredths) => hundredths / 100),
          feeBorneBy: fc.constantFrom("company", "homeowner", null),
          givesCashDiscount: fc.boolean(),
        }),
        fc.integer({ min: 0, max: 10 }),
        (plan, discount) => {
          const { example } = only(settings({ reducedRate: { a: plan } }, discount));
          const fee = plan.feeBorneBy === "company" ? 0 : example.dealerFee;
          expect(example.cashPrice + example.discountNotGiven + fee).toBeCloseTo(example.price, 6);
          expect(example.amountFinanced + example.financeCharge).toBeCloseTo(example.totalOfPayments, 6);
        },
      ),
      { numRuns: 60 },
    );
  });
});
