import { DEFAULT_SETTINGS, type Settings } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { NO_SETTINGS_DRAFT, readDraft, shownSetting } from "./settings-draft.ts";

const settings: Settings = {
  ...DEFAULT_SETTINGS,
  ...{ smtpPasswordIsSet: false, contractFinancingApr: 9.99, contractLogos: ["a", "b"], contractPackageLabel1: "Good" },
};

describe("a draft of settings", () => {
  test("[SET-19] only differences are sent, one for each setting that is another", () => {
    const draft = {
      contractPackageLabel1: "Bronze",
      contractPackageLabel2: "",
      contractFinancingApr: "9.990",
      cashCheckDiscount: " 2.5 ",
      contractLogos: ["b", "a"],
      contractAttachments: [],
      showPromotionsOnContract: true,
      contractWarrantyImage: null,
    };
    // The second label was "" before, and 9.990 is 9.99.
    expect(readDraft(settings, draft)).toEqual({
      errors: {},
      differences: [
        { op: "replace", path: "/contractPackageLabel1", value: "Bronze" },
        { op: "replace", path: "/cashCheckDiscount", value: 2.5 },
        { op: "replace", path: "/contractLogos", value: ["b", "a"] },
        { op: "replace", path: "/showPromotionsOnContract", value: true },
      ],
    });
  });

  test("[SET-20] a draft that ends where it began has no differences", () => {
    expect(readDraft(settings, NO_SETTINGS_DRAFT).differences).toEqual([]);
    expect(readDraft(settings, { contractPackageLabel1: "Good ", contractFinancingApr: "9.99" }).differences).toEqual(
      [],
    );
  });

  test("[SET-12] an emptied number is 0; what is no number, or none that may be, has its message", () => {
    expect(readDraft(settings, { contractFinancingApr: " " }).differences).toEqual([
      { op: "replace", path: "/contractFinancingApr", value: 0 },
    ]);
    expect(readDraft(settings, { contractFinancingApr: "about 5", cashCheckDiscount: "101" }).errors).toEqual({
      contractFinancingApr: "Financing APR must be a number.",
      cashCheckDiscount: "Cash or check discount must be at most 100.",
    });
  });

  test.each(["2,5,1", "1 0", "1e1", "--1"])("[SET-12] a percent typed as “%s” is told as no number", (typed) => {
    expect(readDraft(settings, { cashCheckDiscount: typed })).toEqual({
      differences: [],
      errors: { cashCheckDiscount: "Cash or check discount must be a number." },
    });
  });

  test("[SET-19] what others saved shows through where nobody typed", () => {
    const newer = { ...settings, contractPackageLabel1: "Silver", contractPackageLabel2: "Gold" };
    const draft = { contractPackageLabel1: "Bronze" };
    expect(shownSetting(newer, draft, "contractPackageLabel1")).toBe("Bronze");
    expect(shownSetting(newer, draft, "contractPackageLabel2")).toBe("Gold");
    expect(shownSetting(newer, draft, "contractFinancingApr")).toBe("9.99");
  });
});
