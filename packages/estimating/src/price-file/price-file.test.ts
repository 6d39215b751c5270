import { describe, expect, test } from "vitest";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";
import { UNITS } from "#units.ts";
import { listFields } from "./list-fields.ts";
import { priceFile } from "./price-file.ts";

const book = indexPriceBook(starterPriceBook);
const problemsOf = (json: unknown) => priceFile(json, book).problems;

const gutters = (values: unknown, rest: object = {}) => ({ workflow: "gutters", values, ...rest });

describe("errors of a file are reported with their place", () => {
  test.each([
    {
      given: "a property that no field has",
      json: gutters({ totalGuterLength: 100 }),
      path: "values.totalGuterLength",
      text: 'The workflow has no property "totalGuterLength". Nearest: totalGutterLength',
    },
    {
      given: "a child that its field does not have",
      json: gutters({ gutter: [{ quantity: 10, gutterTyp: "x" }] }),
      path: "values.gutter[0].gutterTyp",
      text: 'Gutter has no property "gutterTyp". Nearest: gutterType',
    },
    {
      given: "an option that the price book does not offer",
      json: gutters({ gutterAreaOfWork: "Hole house" }),
      path: "values.gutterAreaOfWork",
      text: '"Hole house" is not an option of Area of work. Nearest: "Whole house"',
    },
    {
      given: "a text for a number",
      json: gutters({ totalGutterLength: "long" }),
      path: "values.totalGutterLength",
      text: 'The quantity of Total gutter length must be a number or "recommended".',
    },
    {
      given: "a number for a checkbox",
      json: gutters({ permit: 1 }),
      path: "values.permit",
      text: "must be true or false.",
    },
    {
      given: "a second line of a field that is not repeatable",
      json: gutters({ totalGutterLength: [1, 2] }),
      path: "values.totalGutterLength",
      text: "Total gutter length cannot be repeated.",
    },
    {
      given: "a price where the price book decides",
      json: gutters({ gutter: [{ quantity: 10, materialPrice: 5 }] }),
      path: "values.gutter[0]",
      text: "Gutter takes its prices from the price book; remove materialPrice.",
    },
    {
      given: "a workflow that is none",
      json: { workflow: "gutter", values: {} },
      path: "workflow",
      text: '"gutter" is not a workflow. Nearest: Gutters',
    },
    { given: "no workflow", json: { values: {} }, path: "workflow", text: "workflow is missing." },
    {
      given: "a member that is not known",
      json: gutters({}, { discont: 5 }),
      path: "discont",
      text: "Nearest: discount",
    },
    {
      given: "a negative discount",
      json: gutters({}, { discount: -5 }),
      path: "discount",
      text: "discount must be a number of 0 or more.",
    },
    {
      given: "a discount among the values, where it would do nothing",
      json: gutters({ discount: 5 }),
      path: "values.discount",
      text: 'Give discount beside "values", not in it.',
    },
    {
      given: "a copy that is none",
      json: gutters({}, { copy: 0.5 }),
      path: "copy",
      text: "copy must be a whole number of 1 or more.",
    },
    {
      given: "two workflows that are the same copy",
      json: { workflows: [gutters({}, { copy: 2 }), gutters({}), gutters({}, { copy: 2 })] },
      path: "workflows[2].copy",
      text: "stands in the file twice",
    },
  ])("$given", ({ json, path, text }) => {
    const [problem, ...others] = problemsOf(json);
    expect(others).toEqual([]);
    expect(problem?.path).toBe(path);
    expect(problem?.text).toContain(text);
  });

  test("everything at once, in every workflow", () => {
    const problems = problemsOf({ workflows: [gutters({ a: 1, b: 2 }), { workflow: 9 }], promotion: "much" });
    expect(problems.map(({ path }) => path).sort()).toEqual([
      "promotion",
      "workflows[0].values.a",
      "workflows[0].values.b",
      "workflows[1].workflow",
    ]);
  });

  test.each([[null], [[]], ["text"]])("a file that holds %j holds no estimate", (json) => {
    expect(problemsOf(json)).toEqual([{ path: "", text: "The file must hold an object." }]);
  });
});

describe("prices", () => {
  // 5 % of 100 ft: 105 ft, plus 2 ft for each of 2 corners: 109.
  const values = {
    totalGutterLength: 100,
    totalGutterCorners: 2,
    gutterWasteFactorForMaterial: 5,
    gutter: [{ quantity: "recommended", gutterType: '5" k-style ALUMINUM, seamless' }],
  };

  test("a quantity that the file leaves to the recommendation is taken over, and options are found in any case", () => {
    const { priced } = priceFile(gutters(values), book);
    const [workflow] = priced?.workflows ?? [];
    const material = workflow?.recommendations.find(({ path }) => path === "gutterMaterialTotal");
    expect(material?.recommended).toBe(109);
    expect(material?.text).toContain("= 109");
    expect(workflow?.items.find(({ fieldId }) => fieldId === "4.12")?.quantity).toBe(109);
  });

  test("ids of options, and children under their own member, mean the same as names", () => {
    const named = priceFile(gutters(values), book).priced;
    const byId = { ...values, gutter: [{ quantity: 109, children: { gutterType: "4.13.1" } }] };
    expect(priceFile(gutters(byId), book).priced?.totals).toEqual(named?.totals);
  });

  test("a second copy of a workflow is priced separately; promotion and fee are split in proportion", () => {
    const { priced } = priceFile(
      {
        workflows: [gutters(values), { ...gutters(values), copy: 2 }],
        promotion: 100,
        fee: 50,
      },
      book,
    );
    expect(priced?.workflows.map(({ workflowEstimateId }) => workflowEstimateId)).toEqual([1, 2]);
    expect(priced?.workflows.map(({ summary }) => [summary.promotion, summary.fee])).toEqual([
      [50, 25],
      [50, 25],
    ]);
  });

  test("values that the forms would not save are reported beside the prices", () => {
    const { priced } = priceFile(gutters({ totalGutterLength: 10.5 }), book);
    expect(priced?.workflows[0]?.validation).toEqual([
      { path: "totalGutterLength.0.quantity", text: "Total gutter length is not a multiple of 1." },
    ]);
  });

  test("[VAL-12] a quantity whose price hangs on a choice below it needs the choice", () => {
    const problems = (gutter: object) =>
      priceFile(gutters({ gutter: [{ quantity: 109, ...gutter }] }), book).priced?.workflows[0]?.validation;
    expect(problems({})).toEqual([{ path: "gutter.0.gutterType.0.value", text: "Type is required." }]);
    expect(problems({ quantity: 0 })).toEqual([]);
    expect(problems({ gutterType: '5" K-style aluminum, seamless' })).toEqual([]);
  });

  test("[SUM-09] a discount and a margin that the Discount section would refuse are reported", () => {
    const { priced } = priceFile(gutters({}, { discount: 150, margin: 0.3 }), book);
    expect(priced?.workflows[0]?.validation).toEqual([
      { path: "margin.0.quantity", text: "Margin is not a multiple of 0.5." },
      { path: "discount.0.quantity", text: "Discount must be at most 10." },
    ]);
  });

  test("a choice that no form shows beside the others is reported, because it is priced", () => {
    const size = { quantity: 1, width: 36, height: 60 };
    const blinds = "White blinds between the glass";
    const windows = (window: object) => ({ workflow: "windows", values: { window: [{ ...size, ...window }] } });
    const problems = (window: object) => priceFile(windows(window), book).priced?.workflows[0]?.validation;
    expect(problems({ windowStyle: "Patio door", blinds, footLock: true })).toEqual([]);
    expect(problems({ windowStyle: "Casement", blinds, footLock: true })).toEqual([
      { path: "window.0.blinds.0.value", text: "Invalid Blinds" },
      { path: "window.0.footLock.0.value", text: "Invalid Foot lock" },
    ]);
  });

  test("an option without a fitting price is reported, with field and option", () => {
    const windows = {
      workflow: "windows",
      values: { window: [{ quantity: 1, width: 299, height: 299, windowStyle: "Double hung" }] },
    };
    expect(priceFile(windows, book).priced?.workflows[0]?.warnings[0]).toContain("299 x 299 in");
  });
});

test("the catalogue lists every field with workflow, step, label, type, unit, flags, parent and options", () => {
  const fields = listFields(book);
  const gutterType = fields.find(({ id }) => id === "4.13");
  expect(gutterType).toMatchObject({
    id: "4.13",
    property: "gutterType",
    workflow: "Gutters",
    step: { order: 2, name: "Gutters" },
    dataType: "dropdown",
    parentId: "4.12",
  });
  expect(gutterType?.options[0]).toEqual({ id: "4.13.1", value: '5" K-style aluminum, seamless' });
  for (const { id, unit, step } of fields) {
    expect(UNITS, id).toContain(unit);
    expect(step, id).not.toBeNull();
  }
});

describe("amounts that are more than the price", () => {
  // Old gutters off: 150 ft × $2 = 300, 50 ft × $2 = 100.
  const removal = (feet: number) => gutters({ removeGutters: feet }, { promotion: 250 });

  test("[SIGN-32] a promotion that is larger than the work is reported under validation, with the price unchanged", () => {
    expect(priceFile(removal(150), book).priced?.validation).toEqual([]);
    const { priced } = priceFile({ ...removal(50), payment: { downpayment: 10 } }, book);
    expect(priced?.totals.total).toBe(-150);
    expect(priced?.validation).toEqual([
      { path: "promotion", text: "The promotion of $250.00 is more than the price: it may be at most $100.00." },
      {
        path: "payment.downpayment",
        text: "The down payment of $10.00 is more than the price: it may be at most $0.00.",
      },
    ]);
  });

  test("[SIGN-32] a discount is named in its place of the list", () => {
    const list = { workflows: [gutters({ removeGutters: 50 }, { discount: 150 })] };
    expect(priceFile(list, book).priced?.validation.map(({ path }) => path)).toEqual(["workflows[0].discount"]);
  });
});
