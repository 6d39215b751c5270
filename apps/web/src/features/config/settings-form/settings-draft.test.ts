import { DEFAULT_SETTINGS, type Settings } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { draftToKeep, NO_SETTINGS_DRAFT, readDraft, restoreDraft, shownSetting } from "./settings-draft.ts";

const settings: Settings = {
  ...DEFAULT_SETTINGS,
  smtpPasswordIsSet: false,
  contractFinancingApr: 9.99,
  contractLogos: ["a", "b"],
  contractPackageLabel1: "Good",
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

  test.each(["2,5,1", "1 0", "1e1", "--1"])("[SET-12] a percent typed as “%s” is reported as not a number", (typed) => {
    expect(readDraft(settings, { cashCheckDiscount: typed })).toEqual({
      differences: [],
      errors: { cashCheckDiscount: "Cash or check discount must be a number." },
    });
  });

  test("[SET-19] shows the saved values of other users in fields without an edit", () => {
    const newer = { ...settings, contractPackageLabel1: "Silver", contractPackageLabel2: "Gold" };
    const draft = { contractPackageLabel1: "Bronze" };
    expect(shownSetting(newer, draft, "contractPackageLabel1")).toBe("Bronze");
    expect(shownSetting(newer, draft, "contractPackageLabel2")).toBe("Gold");
    expect(shownSetting(newer, draft, "contractFinancingApr")).toBe("9.99");
  });

  test("[SET-15] texts by key are one difference, whatever the order of their keys", () => {
    const stored = { ...settings, sectionsInfo: { gutters: "Feet.", soffit: "Depth." } };
    expect(readDraft(stored, { sectionsInfo: { soffit: "Depth.", gutters: "Feet. " } }).differences).toEqual([]);
    expect(readDraft(stored, { sectionsInfo: { soffit: "Depth." } }).differences).toEqual([
      { op: "replace", path: "/sectionsInfo", value: { soffit: "Depth." } },
    ]);
  });

  test("[SET-15] a kept draft gives back texts by key, and nothing that is no text", () => {
    const kept = { sectionsInfo: { soffit: "Depth." }, leadProjectTypesToFolderNameMapping: { a: 1 } };
    expect(restoreDraft(kept)).toEqual({ sectionsInfo: { soffit: "Depth." } });
  });

  test("[CST-04] a secret is written, and shows nothing of what is stored", () => {
    expect(shownSetting({ ...settings, smtpPasswordIsSet: true }, NO_SETTINGS_DRAFT, "smtpPassword")).toBeNull();
    expect(readDraft(settings, { smtpPassword: "Mail-1" }).differences).toEqual([
      { op: "replace", path: "/smtpPassword", value: "Mail-1" },
    ]);
  });

  test.each([null, ""])("[CST-04] a secret that was not typed (%j) stays unchanged", (smtpPassword) => {
    expect(readDraft(settings, { smtpPassword })).toEqual({ differences: [], errors: {} });
  });

  test("[CST-05] the device keeps no secrets, and brings none back", () => {
    expect(draftToKeep({ smtpHost: "mail.example.com", smtpPassword: "Mail-1" })).toEqual({
      smtpHost: "mail.example.com",
    });
    expect(draftToKeep({ smtpPassword: "Mail-1" })).toBeUndefined();
    expect(restoreDraft({ smtpHost: "mail.example.com", smtpPassword: "Mail-1" })).toEqual({
      smtpHost: "mail.example.com",
    });
  });
});

describe("a draft of payment plans", () => {
  const twelve = { label: "12 equal payments", months: 12 };

  test("[FIN-06] changed plans are one difference with everything in it; equal plans are no difference", () => {
    const stored = { ...settings, zeroInterest: { a: { ...twelve, lenderCode: "X7" } } };
    expect(readDraft(stored, { zeroInterest: { a: { ...twelve, lenderCode: "X7" } } }).differences).toEqual([]);
    expect(readDraft(stored, { zeroInterest: { a: { ...twelve, months: 10, lenderCode: "X7" } } })).toEqual({
      errors: {},
      differences: [
        { op: "replace", path: "/zeroInterest", value: { a: { ...twelve, months: 10, lenderCode: "X7" } } },
      ],
    });
  });

  test("[FIN-06] text that is no number stays as it was typed, with the plan's name in its message", () => {
    const draft = { zeroInterest: { a: { ...twelve, months: "about 12" } } };
    expect(readDraft(settings, draft)).toEqual({
      differences: [],
      errors: { zeroInterest: "Plan “12 equal payments”: Months must be a number." },
    });
    expect(restoreDraft(draft)).toEqual(draft);
  });

  test("[FIN-07] a label that the cash discount makes untrue is an error of the discount", () => {
    const stored = { ...settings, zeroInterest: { a: { label: "Same as cash", months: 12 } } };
    expect(readDraft(stored, { cashCheckDiscount: "3" }).errors.cashCheckDiscount).toMatch(
      /^Plan “Same as cash”: Refused/,
    );
    expect(readDraft(stored, { companyName: "North Gable" }).errors).toEqual({});
  });

  test("[SET-19] restores what each kind of setting holds: the chosen drive, or none", () => {
    const drive = { id: "b!1", name: "Jobs", driveType: "documentLibrary" };
    expect(restoreDraft({ microsoftOneDriveInfo: drive })).toEqual({ microsoftOneDriveInfo: drive });
    const emptied = { microsoftOneDriveInfo: null, logoImage: null };
    expect(restoreDraft({ ...emptied, companyName: null, showPhotosSection: "on" })).toEqual(emptied);
  });

  test("an object that was kept for another kind of setting, or text for plans, is not restored", () => {
    expect(restoreDraft({ companyName: { a: 1 }, zeroInterest: "12", reducedRate: ["a"] })).toEqual({});
  });
});
