import { describe, expect, test } from "vitest";
import {
  addPlan,
  changeKind,
  changeMonths,
  changePlan,
  keyOfPlan,
  listPlans,
  markUsual,
  movePlan,
  removePlan,
  showPlans,
  typedMember,
  type EditedPlan,
  type EditedPlans,
} from "./edited-plans.ts";

const plans: EditedPlans = {
  paymentOptions: { "1": { label: "Cash" }, "4": { label: "Reduced rate" } },
  zeroInterest: { a: { label: "12 equal payments", months: 12, lenderCode: "X7" }, note: "call first" },
  reducedRate: { b: { label: "Low rate", months: 60, ratePercent: 6.99 } },
};

const names = (of: EditedPlans): string[] => listPlans(of).map(keyOfPlan);
const find = (of: EditedPlans, key: string): EditedPlan => {
  const plan = listPlans(of).find((each) => keyOfPlan(each) === key);
  if (!plan) throw new Error(`No ${key}.`);
  return plan;
};

describe("[FIN-05] the order of edited plans", () => {
  test("stays until the user moves one; then all have a position", () => {
    expect(names(plans)).toEqual(["financing financing", "zeroInterest a", "reducedRate b"]);
    const moved = movePlan(plans, find(plans, "reducedRate b"), -1);
    expect(names(moved)).toEqual(["financing financing", "reducedRate b", "zeroInterest a"]);
    expect(moved.paymentOptions["2"]).toEqual({ order: 1 });
    const again = movePlan(moved, find(moved, "financing financing"), 1);
    expect(names(again)).toEqual(["reducedRate b", "financing financing", "zeroInterest a"]);
  });

  test("[ADMIN-29] a plan that is dragged over several passes all of them", () => {
    const down = movePlan(plans, find(plans, "financing financing"), 2);
    expect(names(down)).toEqual(["zeroInterest a", "reducedRate b", "financing financing"]);
    expect(names(movePlan(down, find(down, "financing financing"), -2))).toEqual(names(plans));
    expect(movePlan(plans, find(plans, "zeroInterest a"), 0)).toBe(plans);
  });

  test("nothing moves past the ends", () => {
    expect(movePlan(plans, find(plans, "financing financing"), -1)).toBe(plans);
    expect(movePlan(plans, find(plans, "reducedRate b"), 1)).toBe(plans);
  });
});

describe("[FIN-08] changes of a plan", () => {
  test("[FIN-06] keep its other members, and entries that are no plans, unchanged", () => {
    const changed = changePlan(plans, find(plans, "zeroInterest a"), { months: 18, label: undefined });
    expect(changed.zeroInterest).toEqual({ a: { months: 18, lenderCode: "X7" }, note: "call first" });
    expect(changed.reducedRate).toBe(plans.reducedRate);
  });

  test("a new one stands last, with a fee that the company bears", () => {
    const added = addPlan(plans, "new");
    expect(names(added).at(-1)).toBe("zeroInterest new");
    expect(added.zeroInterest["new"]).toMatchObject({ label: "12 equal payments", feeBorneBy: "company", order: 4 });
  });

  test("a label that counts the payments follows the months, also over a field that is emptied; any other stays", () => {
    const added = addPlan(plans, "new");
    const emptied = changeMonths(added, find(added, "zeroInterest new"), "");
    expect(emptied.zeroInterest["new"]).toMatchObject({ label: "12 equal payments", months: "" });
    const typed = changeMonths(emptied, find(emptied, "zeroInterest new"), 60);
    expect(typed.zeroInterest["new"]).toMatchObject({ label: "60 equal payments", months: 60 });
    const named = changePlan(typed, find(typed, "zeroInterest new"), { label: "Five easy years" });
    const other = changeMonths(named, find(named, "zeroInterest new"), 48);
    expect(other.zeroInterest["new"]).toMatchObject({ label: "Five easy years", months: 48 });
  });

  test("[FIN-11] one plan at most is the usual one", () => {
    const first = markUsual(plans, find(plans, "zeroInterest a"), true);
    const usual = (of: EditedPlans) =>
      listPlans(of)
        .filter(({ entry }) => entry["isUsual"] === true)
        .map(keyOfPlan);
    expect(usual(first)).toEqual(["zeroInterest a"]);
    const second = markUsual(first, find(first, "financing financing"), true);
    expect(usual(second)).toEqual(["financing financing"]);
    expect(usual(markUsual(second, find(second, "financing financing"), false))).toEqual([]);
  });

  test("a removed one is gone; financing stays", () => {
    expect(names(removePlan(plans, find(plans, "zeroInterest a")))).toEqual(["financing financing", "reducedRate b"]);
    expect(removePlan(plans, find(plans, "financing financing"))).toBe(plans);
  });

  test("another kind keeps its id, members and place; zero interest has no rate", () => {
    const given = { ...plans, zeroInterest: { ...plans.zeroInterest, b: { months: 6 } } };
    const { plans: changed, plan } = changeKind(given, find(given, "reducedRate b"), "zeroInterest");
    // Both kinds had a plan b.
    expect(keyOfPlan(plan)).toBe("zeroInterest b-reducedRate");
    expect(changed.zeroInterest["b-reducedRate"]).toEqual({ label: "Low rate", months: 60, order: 4 });
    expect(changed.reducedRate).toEqual({});
    const { plans: back } = changeKind(plans, find(plans, "zeroInterest a"), "reducedRate");
    expect(back.reducedRate["a"]).toMatchObject({ ratePercent: 0, lenderCode: "X7" });
    expect(names(back)).toEqual(["financing financing", "reducedRate a", "reducedRate b"]);
  });

  test("numbers are numbers, nothing is left out, and what is neither stays as typed", () => {
    expect(["12", " 6.99 ", "", "about 5"].map(typedMember)).toEqual([12, 6.99, undefined, "about 5"]);
  });
});

describe("[FIN-08] shown plans", () => {
  const shown = (given: EditedPlans) => showPlans({ ...given, cashCheckDiscount: 0, contractFinancingApr: 0 });

  test("a fee without a bearer is to be decided, also one that only the kind has", () => {
    const fee = changePlan(plans, find(plans, "zeroInterest a"), { feePercent: 4 });
    expect(shown(fee).map(({ isUndecided }) => isUndecided)).toEqual([false, true, false]);
    const ofKind = { ...plans, paymentOptions: { "4": { feePercent: 1 } } };
    expect(shown(ofKind).map(({ isUndecided }) => isUndecided)).toEqual([false, false, true]);
    const decided = changePlan(fee, find(fee, "zeroInterest a"), { feeBorneBy: "homeowner" });
    expect(shown(decided).some(({ isUndecided }) => isUndecided)).toBe(false);
  });

  test("a plan that can't be read is listed with its problem; financing without a rate is not offered", () => {
    const typed = changePlan(plans, find(plans, "zeroInterest a"), { months: "about 12" });
    const [financing, plan] = shown(typed);
    expect(financing).toMatchObject({ label: "Financing", offer: undefined, lacksRate: true, problems: [] });
    expect(plan).toMatchObject({
      label: "12 equal payments",
      offer: undefined,
      problems: ["Months must be a number."],
    });
  });
});
