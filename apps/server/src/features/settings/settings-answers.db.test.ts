import { DEFAULT_SETTINGS, NO_FILE_ID, SETTING_FILES, SETTINGS_FIELDS, type CompanyId } from "@ridgebook/contract";
import { isTextSetting } from "@ridgebook/documents/rich-text";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";

let server: TestApplication;
let companyId: CompanyId;
let admin: SignedIn;
let ann: SignedIn;

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
});
afterAll(() => server.close());
beforeEach(async () => {
  companyId = await server.createCompany();
  admin = await server.signInNew({ companyId, role: "Admin" });
  ann = await server.signInNew({ companyId });
});

const save = (values: Record<string, unknown>, who: SignedIn = admin) =>
  who.callRaw("updateSettings", {
    body: Object.entries(values).map(([field, value]) => ({ op: "replace", path: `/${field}`, value })),
  });

describe("[API-49] reading settings", () => {
  test("[SET-01] a company that set nothing has every setting with its default, and no secret", async () => {
    const { smtpPassword: _secret, ...defaults } = DEFAULT_SETTINGS;
    const reply = await ann.call("getSettings");
    expect(reply.body).toEqual({ ...defaults, smtpPasswordIsSet: false });
    expect(reply.body).toMatchObject({
      // [SET-02] to [SET-15]
      companyName: "",
      timeZone: "",
      themeColor: "#2ab0da",
      smtpPort: 0,
      fileStorageService: 0,
      microsoftOneDriveInfo: null,
      hoverIntegrationEnabled: false,
      leadProjectTypesToFolderNameMapping: {},
      logoImage: null,
      contractLogos: [],
      contractRoofingScopeOfWork: "",
      contractPackageLabel3: "",
      contractCashDiscountPercent: 0,
      showDiscountsOnContract: true,
      showPaymentOptionsOnContract: true,
      lifetimeWorkmanship: true,
      showMeasurmentPopulate: false,
      showPaymentOptions: false,
      usageReportFrequency: 0,
      usageReportStartDate: null,
      sectionsInfo: {},
      zeroInterest: {},
    });
  });
});

describe("[API-50] saving settings", () => {
  describe("a difference that says what it was based on", () => {
    const saveOver = (former: unknown, value: unknown, field = "companyName") =>
      admin.callRaw("updateSettings", {
        body: [
          { op: "replace", path: `/${field}`, value, former },
          { op: "replace", path: "/license", value: "2101" },
        ],
      });
    const stored = async () => (await admin.call("getSettings")).body;

    test("[SET-29] is refused where another value is stored by now, with both, and nothing is saved", async () => {
      await save({ companyName: "Ridge" });
      expect(await saveOver("", "Gable")).toMatchObject({
        status: 400,
        body: {
          errors: { companyName: ["Somebody else changed this meanwhile."] },
          conflicts: [{ field: "companyName", former: "", mine: "Gable", theirs: "Ridge" }],
        },
      });
      expect(await stored()).toMatchObject({ companyName: "Ridge", license: "" });
      expect(await saveOver("Ridge", "Gable")).toMatchObject({ status: 200, body: { companyName: "Gable" } });
    });

    test("[SET-29] is accepted where both values are equal, in a company without settings, and for a secret, which is never read", async () => {
      expect(await saveOver("", "Gable")).toMatchObject({ status: 200 });
      expect(await saveOver("", "Gable")).toMatchObject({ status: 200 });
      expect(await saveOver("", "secret", "smtpPassword")).toMatchObject({ status: 200 });
      expect(await saveOver("", "other", "smtpPassword")).toMatchObject({ status: 200 });
    });

    test("[SET-29] of two that are saved at once over the same value one is refused", async () => {
      const replies = await Promise.all(["Gable", "Hip"].map((name) => saveOver("", name)));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    });
  });

  test("[PAPER-29] HTML from any sender is reduced to what its editor can write", async () => {
    const reply = await save({
      contractLegalText: '<h2>Terms</h2><p onclick="x()">As <b>agreed</b><script>x()</script></p>',
      contractAcknowledgements: '<h1>Read</h1><a href="javascript:x()">copy</a><img src=x onerror=x()>',
      contractEmailMessage: "<p> </p>",
      contractPackageLabel1: "Good & better",
    });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        contractLegalText: "<p>Terms</p><p>As <strong>agreed</strong></p>",
        contractAcknowledgements: "<h2>Read</h2><p>copy</p>",
        contractEmailMessage: "",
        contractPackageLabel1: "Good & better",
      },
    });
    expect((await ann.call("getSettings")).body).toMatchObject(reply.body as object);
  });

  const addFile = async (owner: CompanyId, letter: string, name: string): Promise<string> => {
    const id = letter.repeat(64);
    await server.testDatabase.superuserPool.query(
      "insert into file (company_id, id, name, size, content_type) values ($1, $2, $3, 1, 'image/png')",
      [owner, id, name],
    );
    return id;
  };

  test("[SET-28] a file that the company doesn't have is refused at its field, and nothing is saved", async () => {
    const foreign = await addFile(await server.createCompany(), "f", "logo.png");
    const own = await addFile(companyId, "a", "logo.png");
    const unknown = ["The file is not one of the company's files. Please upload it again."];
    for (const [field, value] of Object.keys(SETTING_FILES).flatMap((name) =>
      [foreign, "c".repeat(64), "logo.png"].map((id) => [name, /s$/.test(name) ? [own, id] : id] as const),
    )) {
      const reply = await save({ [field]: value, companyName: "Not saved" });
      expect([reply.status, reply.status === 400 && reply.problem.errors]).toEqual([400, { [field]: unknown }]);
    }
    expect((await ann.call("getSettings")).body.companyName).toBe("");
    expect(await save({ logoImage: own, logoDarkImage: own, contractLogos: [own, own] })).toMatchObject({
      status: 200,
      body: { logoImage: own, contractLogos: [own, own] },
    });
  });

  test("[SET-28] a file that a paper cannot show is refused at its field", async () => {
    const [moving, brochure] = [await addFile(companyId, "a", "a.gif"), await addFile(companyId, "b", "b.PDF")];
    const types = (list: string): string[] => [`Invalid file type. Only ${list} files allowed.`];
    const { problem } = await save({ logoImage: moving, contractLogos: [brochure], contractAttachments: [moving] });
    expect(problem.errors).toEqual({
      logoImage: types("jpg, jpeg, png"),
      contractLogos: types("jpg, jpeg, png"),
      contractAttachments: types("pdf, jpg, jpeg, png"),
    });
    expect((await save({ logoDarkImage: moving, contractAttachments: [brochure] })).status).toBe(200);
  });

  test("[SET-28] [FILE-01] 64 zeros, an empty text and null mean no file", async () => {
    for (const none of [NO_FILE_ID, "", null])
      expect((await save({ logoImage: none, contractWarrantyImage: none })).status).toBe(200);
  });

  test("[SET-19] [SET-20] a list of differences is applied to the rest; the reply has all settings", async () => {
    await save({ companyName: "Gable Roofing", showPhotosSection: true });
    const reply = await save({
      themeColor: "#AB12cd",
      phoneNumber: "(269) 555-0142",
      sectionsInfo: { gutters: "Clean them." },
      contractLogos: [NO_FILE_ID],
      usageReportStartDate: "2026-05-14T00:00:00Z",
      microsoftOneDriveInfo: { drive: ["x", 1, null] },
    });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        companyName: "Gable Roofing",
        showPhotosSection: true,
        themeColor: "#AB12cd",
        phoneNumber: "+12695550142",
        sectionsInfo: { gutters: "Clean them." },
        contractLogos: [NO_FILE_ID],
        microsoftOneDriveInfo: { drive: ["x", 1, null] },
      },
    });
    expect((await ann.call("getSettings")).body).toEqual(reply.body);
  });

  test("[SET-04] the mail password is written and never read back", async () => {
    const saved = await save({ smtpPassword: "hunter2" });
    expect(saved.body).toMatchObject({ smtpPasswordIsSet: true });
    for (const reply of [
      saved,
      await ann.call("getSettings"),
      await ann.call("getChanges", { query: { stores: "settings" } }),
    ])
      expect(JSON.stringify(reply.body)).not.toContain("hunter2");
    expect((await save({ smtpPassword: "" })).body).toMatchObject({ smtpPasswordIsSet: false });
  });

  test("[SET-21] when one difference is not valid none is applied, and every wrong field is named", async () => {
    const reply = await save({
      companyName: "Gable Roofing",
      themeColor: "blue",
      smtpPort: 70_000,
      timeZone: "Mars",
      contractLogos: [1, 2],
      sectionsInfo: { gutters: 5 },
      wings: true,
      smtpPasswordIsSet: true,
      constructor: 1,
    });
    expect(reply.status).toBe(400);
    expect(reply.problem.errors).toMatchObject({
      themeColor: ["Theme color must be a color such as #2ab0da."],
      smtpPort: ["SMTP port must be at most 65535."],
      timeZone: [expect.stringMatching(/^Invalid/)],
      contractLogos: ["Contract logos must be text."],
      sectionsInfo: ["Section help must be text."],
      wings: ["This setting is not known."],
      smtpPasswordIsSet: ["This setting is not known."],
      constructor: ["This setting is not known."],
    });
    expect((await ann.call("getSettings")).body.companyName).toBe("");
  });

  test.each([
    {
      what: "a NUL character",
      value: { a: "x\u0000" },
      message: "The value contains a character that cannot be stored.",
    },
    {
      what: "half an emoji",
      value: { a: ["\ud83d"] },
      message: "The value contains a character that cannot be stored.",
    },
    {
      what: "a NUL character in a key",
      value: { "\u0000": 1 },
      message: "The value contains a character that cannot be stored.",
    },
  ])("$what in an object is refused at its setting", async ({ value, message }) => {
    const reply = await save({ paymentOptions: value });
    expect(reply.status).toBe(400);
    expect(reply.problem.errors).toEqual({ paymentOptions: [message] });
  });

  test("[FIN-06][SET-15] a payment plan that can't be offered is refused by its name; members that are not known are kept", async () => {
    const plan = { label: "18 equal payments", months: 18, lender: { code: "X7" } };
    const refused = await save({ zeroInterest: { a: { ...plan, months: 0 } } });
    expect([refused.status, refused.problem.errors]).toEqual([
      400,
      { zeroInterest: ["Plan “18 equal payments”: Months must be at least 1."] },
    ]);
    expect(await save({ zeroInterest: { a: plan } })).toMatchObject({
      status: 200,
      body: { zeroInterest: { a: plan } },
    });
  });

  test("[FIN-07][SET-12] a label that says no interest is refused while the plan has a finance charge", async () => {
    const plan = { label: "No interest", months: 12, feePercent: 4, feeBorneBy: "homeowner" };
    const refused = await save({ zeroInterest: { a: plan } });
    // 4 % of 20,000 are 800.
    expect([refused.status, refused.problem.errors]).toEqual([
      400,
      { zeroInterest: [expect.stringMatching(/^Plan “No interest”: Refused: .* pays \$800\.00 more than in cash/)] },
    ]);
    expect((await save({ zeroInterest: { a: { ...plan, feeBorneBy: "company" } } })).status).toBe(200);
    const discount = await save({ cashCheckDiscount: 3 });
    expect([discount.status, Object.keys(discount.problem.errors ?? {})]).toEqual([400, ["cashCheckDiscount"]]);
    expect((await ann.call("getSettings")).body).toMatchObject({ cashCheckDiscount: 0 });
  });

  test("sixty lists in each other are refused at their setting", async () => {
    const value = "[".repeat(60) + "]".repeat(60);
    const reply = await server.app.inject({
      method: "PATCH",
      url: "/api/settings/",
      query: { companyId: String(companyId) },
      headers: { ...admin.headers, "content-type": "application/json" },
      payload: `[{"op":"replace","path":"/paymentOptions","value":${value}}]`,
    });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ errors: { paymentOptions: ["The value is nested too deeply."] } });
  });

  test.each([
    { what: "no list", body: { themeColor: "#123456" }, names: [""] },
    { what: "an empty list", body: [], names: [""] },
    { what: "another operation", body: [{ op: "remove", path: "/themeColor", value: "" }], names: ["0.op"] },
    {
      what: "a path into a setting",
      body: [{ op: "replace", path: "/sectionsInfo/a", value: "b" }],
      names: ["0.path"],
    },
    { what: "no value", body: [{ op: "replace", path: "/themeColor" }], names: ["0.value"] },
  ])("$what is refused by name", async ({ body, names }) => {
    const reply = await admin.callRaw("updateSettings", { body });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.problem.errors ?? {})).toEqual(names);
  });

  test("SQL and unicode are kept unchanged in every text setting, HTML where it is no more than text", async () => {
    const text = String.raw`'; drop table lead; -- ü 王 👩‍👧 \u0000 \${x}`;
    const script = '<script>alert("1")</script>';
    const names = SETTINGS_FIELDS.filter((field) => /Text$|Disclaimer$|ScopeOfWork$|^license$|Message$/.test(field));
    const plain = names.filter((field) => !isTextSetting(field));
    const rich = names.filter(isTextSetting);
    expect(plain).toContain("license");
    expect(rich.length).toBeGreaterThan(13);
    const valuesOf = (fields: readonly string[], value: string) =>
      Object.fromEntries(fields.map((field) => [field, value]));
    const reply = await save({ ...valuesOf(plain, text + script), ...valuesOf(rich, `<p>${text}${script}</p>`) });
    expect(reply.body).toMatchObject({ ...valuesOf(plain, text + script), ...valuesOf(rich, `<p>${text}</p>`) });
  });

  test("[REQ-01] settings of 10 MB are refused as too large, and nothing is saved", async () => {
    const reply = await save({ license: "9", pricingDisclaimer: "<p>x</p>".repeat(10_000_000 / 8) });
    expect(reply.status).toBe(413);
    expect(reply.problem.title).toBe("The request is too large.");
    expect((await ann.call("getSettings")).body.license).not.toBe("9");
  });

  test("two admins who save different settings at the same moment keep both", async () => {
    const other = await server.signInNew({ companyId, role: "Admin" });
    await Promise.all([save({ license: "1" }), save({ salespersonTitle: "Advisor" }, other), save({ faxNumber: "" })]);
    expect((await ann.call("getSettings")).body).toMatchObject({ license: "1", salespersonTitle: "Advisor" });
  });

  test("is for admins, and for a super admin who entered the company", async () => {
    expect((await save({ license: "1" }, ann)).status).toBe(403);
    const root = await server.signInNew({ isSuperAdmin: true });
    const body = [{ op: "replace" as const, path: "/license", value: "2" }];
    expect((await root.call("updateSettings", { body, companyId })).status).toBe(200);
    const elsewhere = await server.signInNew({ companyId: await server.createCompany(), role: "Admin" });
    expect((await elsewhere.call("getSettings")).body.license).toBe("");
  });
});

describe("names in files of measurements", () => {
  const remember = (names: Record<string, string>, who: SignedIn = ann) =>
    who.callRaw("rememberMeasurementNames", { body: { names } });

  test("[MEASURE-16] every user adds to them, the newest meaning of a name counts, and devices receive them with the settings", async () => {
    expect((await remember({ "drip edge": "eaves", "fascia front": "" })).status).toBe(200);
    expect((await remember({ "drip edge": "rakes" })).status).toBe(200);
    const { body } = await admin.call("getSettings");
    expect(body.measurementNames).toEqual({ "drip edge": "rakes", "fascia front": "" });
  });

  test("[MEASURE-16] names and meanings of other characters, and more than a thousand names, are refused", async () => {
    expect((await remember({ "drip\u0000edge": "eaves" })).status).toBe(400);
    expect((await remember({ "drip edge": "eaves; drop" })).status).toBe(400);
    const many = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`name ${String(from + index)}`, ""]));
    expect((await remember(many(0, 1_000))).status).toBe(200);
    expect((await remember(many(0, 1_000))).status).toBe(200);
    const refused = await remember(many(1_000, 1));
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ errors: { names: ["At most 1,000 names."] } });
  });
});
