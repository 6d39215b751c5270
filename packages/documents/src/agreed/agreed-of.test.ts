import { calculateEstimate, documentId, type EstimateMembers } from "@ridgebook/contract";
import { fieldByKey, findField } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import type { ChangeOrderChoices } from "#choices/document-choices.ts";
import { basisOf, documentDataOf } from "#document-data.ts";
import { fingerprintOf } from "#fingerprint/fingerprint.ts";
import { initialChoices } from "#initial-choices.ts";
import { buildChangeOrder } from "#kinds/change-order.ts";
import { buildContract } from "#kinds/contract.ts";
import type { DocumentModel } from "#model/document-model.ts";
import type { EstimateOfDocument } from "#model/document-source.ts";
import { sampleBook, sampleEstimate, sampleSource, type SampleHouse } from "#testing/sample-source.ts";
import { parseAmount } from "#wording/parse-amount.ts";
import { agreedOf, workKnownTo, type SignedWork } from "./agreed-of.ts";
import { changedLineText, changesSinceSigned, unsignedLines } from "./changes-since-signed.ts";

type Paper = SignedWork["contract"];
type Items = EstimateOfDocument["items"];

const calculated = (estimate: EstimateOfDocument, items: Items, members: Partial<EstimateMembers> = {}) => {
  const { totals: _totals, ...rest } = calculateEstimate({ ...estimate, ...members, items });
  return { ...estimate, ...members, items, ...rest } satisfies EstimateOfDocument;
};

const cape = sampleEstimate(["gutters-cape"]);
/** houses/gutters-cape.json: "Old gutters off: 150 x 2 = 300". */
const [removal] = cape.items.filter(({ quantity, laborPrice }) => quantity === 150 && laborPrice === 2);

/** Old gutters taken off at $2 a foot, and nothing else. */
const gutters = (feet: number): EstimateOfDocument => {
  if (!removal) throw new Error("The house has no old gutters.");
  return calculated(cape, [{ ...removal, quantity: feet }]);
};

const WORKFLOWS = sampleSource(cape).workflows;

async function seal(model: DocumentModel, data: Paper["data"], buildsOn?: readonly string[]): Promise<Paper["data"]> {
  const fingerprint = await fingerprintOf(model, []);
  return { ...data, fingerprint, ...(buildsOn && { buildsOn: JSON.stringify(buildsOn) }) };
}

async function signContract(estimate: EstimateOfDocument): Promise<Paper> {
  const source = sampleSource(estimate, { number: "2026-0514-K7QDMA" });
  const choices = initialChoices(source, "contract");
  const model = buildContract(source, choices);
  const data = documentDataOf({ model, choices, basis: basisOf(estimate) });
  return { id: documentId.parse(1), data: await seal(model, data, []), createdTime: "2026-05-14T15:00:00.000Z" };
}

/** A change order that was signed with these papers known; `minute` of June 1, 2026. */
async function signOrder(
  estimate: EstimateOfDocument,
  changed: SignedWork,
  minute: number,
  more: Partial<ChangeOrderChoices> = {},
): Promise<{ model: DocumentModel; paper: Paper }> {
  const source = sampleSource(estimate, { changed, number: `2026-0601-CO${String(minute).padStart(4, "0")}` });
  const choices = { ...initialChoices(source, "changeOrder"), ...more };
  const model = buildChangeOrder(source, choices);
  const known = [changed.contract, ...changed.changeOrders].map(({ data }) => data["fingerprint"] ?? "");
  const data = await seal(model, documentDataOf({ model, choices, basis: basisOf(estimate) }), known);
  const time = `2026-06-01T12:${String(minute).padStart(2, "0")}:00.000Z`;
  return { model, paper: { id: documentId.parse(minute + 2), data, createdTime: time } };
}

/** The same numbers for the same seed (Lehmer's generator). */
function randomOf(seed: number): (below: number) => number {
  let state = seed * 7919;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const rowsOf = (model: DocumentModel, id: string): readonly (readonly string[])[] =>
  model.sections
    .find((section) => section.id === id)
    ?.blocks.flatMap((block) => (block.kind === "table" ? [...block.rows, ...block.totals] : []))
    .map(({ cells }) => cells) ?? [];

describe("the agreed work", () => {
  test("[SIGN-33] two change orders that were signed side by side both count in full", async () => {
    // 250 ft × $2 = 500. Device A: 375 ft = 750, +250. Device B: 500 ft = 1,000, +500. 500 + 250 + 500 = 1,250.
    const contract = await signContract(gutters(250));
    const alone: SignedWork = { contract, changeOrders: [] };
    const first = await signOrder(gutters(375), alone, 1);
    const second = await signOrder(gutters(500), alone, 2);
    expect([first.model.total, second.model.total]).toEqual([250, 500]);

    const both: SignedWork = { contract, changeOrders: [first.paper, second.paper] };
    expect(agreedOf(both).value).toBe(1_250);
    expect(agreedOf(both).copies.get("4")?.price).toBe(1_250);

    // The work is worth 750 now.
    const next = (await signOrder(gutters(375), both, 3)).model;
    expect(rowsOf(next, "price")).toEqual([
      ["1  Gutters", "1,250.00", "750.00", "−500.00"],
      ["This change", "", "", "−$500.00"],
    ]);
    expect(rowsOf(next, "value").map(([, amount]) => amount)).toEqual([
      "500.00",
      "+250.00",
      "+500.00",
      "−500.00",
      "$750.00",
    ]);
    expect([next.total, next.runningTotal]).toEqual([-500, 750]);
  });

  test("[SIGN-33] the order in which papers arrive does not matter, and neither does a wrong clock", async () => {
    const contract = await signContract(gutters(250));
    const first = await signOrder(gutters(375), { contract, changeOrders: [] }, 30);
    // It builds on the first one, and its device's clock was behind.
    const second = await signOrder(gutters(400), { contract, changeOrders: [first.paper] }, 10);
    for (const changeOrders of [
      [first.paper, second.paper],
      [second.paper, first.paper],
    ]) {
      const agreed = agreedOf({ contract, changeOrders });
      expect(agreed.value).toBe(800);
      // 400 ft were signed for last.
      expect(agreed.copies.get("4")?.basis?.items[0]?.quantity).toBe(400);
      expect(agreed.changeOrders.map(({ number }) => number)).toEqual([first.model.number, second.model.number]);
    }
  });

  test("[SIGN-33] built again from the papers that it knew, a change order says the same", async () => {
    const contract = await signContract(gutters(250));
    const alone: SignedWork = { contract, changeOrders: [] };
    const first = await signOrder(gutters(375), alone, 1);
    const second = await signOrder(gutters(500), alone, 2);
    const all: SignedWork = { contract, changeOrders: [first.paper, second.paper] };
    expect(workKnownTo(second.paper, all)).toEqual(alone);
    const next = await signOrder(gutters(375), all, 3);
    expect(workKnownTo(next.paper, { ...all, changeOrders: [...all.changeOrders, next.paper] })).toEqual(all);
    // A paper of an earlier release does not say what it builds on.
    const { buildsOn: _buildsOn, ...data } = second.paper.data;
    expect(workKnownTo({ ...second.paper, data }, all).changeOrders).toEqual([first.paper]);
  });

  test.each(Array.from({ length: 40 }, (_, index) => index + 1))(
    "[SIGN-33] schedule %i of two devices by chance: what is agreed is the sum of what was signed, and the next paper begins there",
    async (seed) => {
      const below = randomOf(seed);
      const contract = await signContract(gutters(250));
      const signed: Paper[] = [];
      const knownBy: Set<Paper>[] = [new Set(), new Set()];
      let sum = 500;
      for (let minute = 1; minute <= 6; minute += 1) {
        const known = knownBy[below(2)] ?? new Set();
        // With a signal, the device learns of all papers first.
        if (below(3) === 0) for (const paper of signed) known.add(paper);
        const { model, paper } = await signOrder(
          gutters(50 + 10 * below(60)),
          { contract, changeOrders: signed.filter((each) => known.has(each)) },
          minute,
        );
        sum += model.total ?? 0;
        signed.push(paper);
        known.add(paper);
      }
      const changeOrders = signed.toSorted(() => below(3) - 1);
      const agreed = agreedOf({ contract, changeOrders });
      expect(agreed.value).toBe(sum);
      const next = (await signOrder(gutters(100), { contract, changeOrders }, 30)).model;
      expect(parseAmount(rowsOf(next, "price")[0]?.[1] ?? "")).toBe(sum);
      // 100 ft × $2.
      expect([next.total, next.runningTotal]).toEqual([200 - sum, 200]);
    },
  );

  test("[SIGN-33] work that one change order took out and another one raised stays at what both add up to", async () => {
    const contract = await signContract(gutters(250));
    const alone: SignedWork = { contract, changeOrders: [] };
    const without = { ...gutters(250), workflowIds: [], items: [], workflowSummaries: {} };
    const raised = await signOrder(gutters(400), alone, 1);
    const removed = await signOrder(without, alone, 2);
    expect([raised.model.total, removed.model.total]).toEqual([300, -500]);
    // 500 + 300 - 500 = 300, although the last paper took the gutters out.
    const both: SignedWork = { contract, changeOrders: [raised.paper, removed.paper] };
    expect(agreedOf(both).value).toBe(300);
    const next = (await signOrder(without, both, 3)).model;
    expect(rowsOf(next, "price")[0]).toEqual(["1  Gutters", "300.00", "0.00", "−300.00"]);
    expect(next.runningTotal).toBe(0);
  });

  test("[SIGN-33] an additional cost counts in the value and in no copy", async () => {
    const contract = await signContract(gutters(250));
    const order = await signOrder(gutters(250), { contract, changeOrders: [] }, 1, {
      showAdditionalCost: true,
      additionalCost: 75.5,
    });
    const agreed = agreedOf({ contract, changeOrders: [order.paper] });
    expect([agreed.value, agreed.copies.get("4")?.price]).toEqual([575.5, 500]);
  });

  test("[SIGN-33] a change order whose prices cannot be read is named", async () => {
    const contract = await signContract(gutters(250));
    const { paper, model } = await signOrder(gutters(300), { contract, changeOrders: [] }, 1);
    const sections = model.sections.filter(({ id }) => id !== "price");
    const broken = { ...paper, data: { ...paper.data, model: JSON.stringify({ ...model, sections }) } };
    expect(() => agreedOf({ contract, changeOrders: [broken] })).toThrow(
      `The prices of change order ${model.number} cannot be read.`,
    );
  });
});

describe("changes since signing", () => {
  const ranch = sampleEstimate(["siding-ranch"]);
  const color = fieldByKey(2, "sidingColor");
  const colored = (value: string): EstimateOfDocument => {
    const option = color && sampleBook.entryOf(color).entry.options.find((each) => each.value === value);
    if (!option) throw new Error(`Siding comes in no ${value}.`);
    return calculated(
      ranch,
      ranch.items.map((item) => (item.fieldId === color.id ? { ...item, fieldOptionId: option.id, value } : item)),
    );
  };
  const context = { book: sampleBook, workflows: WORKFLOWS };

  test("[SIGN-35] another color at the same price is a change, named by the line that differs", async () => {
    const contract = await signContract(colored("White"));
    const changed: SignedWork = { contract, changeOrders: [] };
    const now = colored("Clay");
    const { difference, lines } = changesSinceSigned({ ...context, estimate: now, changed });
    expect(difference).toBe(0);
    expect(lines.map((line) => `${line.work}: ${changedLineText(line)}`)).toEqual([
      "Siding: Siding color: White → Clay",
    ]);
  });

  test("[SIGN-35] a change order of another color prints it, and after it nothing is open", async () => {
    const contract = await signContract(colored("White"));
    const order = await signOrder(colored("Clay"), { contract, changeOrders: [] }, 1);
    const [row] = rowsOf(order.model, "changes-2");
    expect(row?.[2]).toContain("White");
    expect(row?.[3]).toContain("Clay");
    const changed: SignedWork = { contract, changeOrders: [order.paper] };
    expect(changesSinceSigned({ ...context, estimate: colored("Clay"), changed })).toEqual({
      difference: 0,
      lines: [],
    });
  });

  test("[SIGN-35] a quantity, an added and a removed line are named", async () => {
    const contract = await signContract(cape);
    const corners = fieldByKey(4, "gutterCorners")?.id;
    const permit = fieldByKey(4, "permit")?.id;
    const items = cape.items
      .filter(({ fieldId }) => fieldId !== permit)
      .map((item) => (item.fieldId === corners ? { ...item, quantity: 6 } : item));
    const { lines } = changesSinceSigned({
      ...context,
      estimate: calculated(cape, items),
      changed: { contract, changeOrders: [] },
    });
    expect(lines.map(changedLineText)).toEqual(["Corners: 4 pieces → 6 pieces", "Permit: removed"]);
  });

  /** Changes an item as a user does who keeps the price. */
  const changesOf = async (
    house: SampleHouse,
    property: string,
    change: Partial<Items[number]>,
    decided: Partial<Items[number]> = {},
  ): Promise<readonly string[]> => {
    const given = sampleEstimate([house]);
    const found = given.items.find(({ fieldId }) => findField(fieldId)?.property === property);
    if (!found) throw new Error(`${house} has no ${property}.`);
    const withItem = (changed: Partial<Items[number]>) =>
      calculated(
        given,
        given.items.map((item) => (item === found ? { ...item, ...decided, ...changed } : item)),
      );
    const contract = await signContract(withItem({}));
    const { difference, lines } = changesSinceSigned({
      ...context,
      estimate: withItem(change),
      changed: { contract, changeOrders: [] },
    });
    expect(difference).toBe(0);
    return lines.map(changedLineText);
  };
  test("[SIGN-77] another trim of a window at the same price is named with its room", async () => {
    expect(
      await changesOf("windows-victorian", "exteriorTrimColor", { fieldOptionId: "3.35.4", value: "Bronze" }),
    ).toEqual(["Bedroom 2, exterior trim: PVC 5/4 x 4, 12 ft, White, 52.9 ft → PVC 5/4 x 4, 12 ft, Bronze, 52.9 ft"]);
  });

  test("[SIGN-77] a window's choice is named by its place, and so is another room", async () => {
    expect(await changesOf("windows-victorian", "hardware", { fieldOptionId: "3.11.1", value: "White" })).toEqual([
      "Bedroom 2, hardware: Brushed nickel → White",
    ]);
    expect(await changesOf("windows-victorian", "roomName", { fieldOptionId: "3.2.4", value: "Kitchen" })).toEqual([
      "Room: Bedroom 2 → Kitchen",
    ]);
  });

  test("[SIGN-77] work that was described in other words is named by both, paid or free", async () => {
    const renamed = ["Add-on service: Paint the fascia → Stain the fascia"];
    expect(await changesOf("gutters-cape", "custom", { value: "Stain the fascia" })).toEqual(renamed);
    const free = { materialPrice: 0, laborPrice: 0, materialCost: 0, laborCost: 0 };
    expect(await changesOf("gutters-cape", "custom", { value: "Stain the fascia" }, free)).toEqual(renamed);
    expect(await changesOf("gutters-cape", "custom", { quantity: 0 }, free)).toEqual(["Paint the fascia: removed"]);
  });

  test("[SIGN-36] lines of a work order that are not as signed are named, and unsigned work", async () => {
    const contract = await signContract(colored("White"));
    const source = { ...context, estimate: colored("Clay"), signed: [{ contract, changeOrders: [] }] };
    const siding = { workflowId: 2, workflowEstimateId: 1 };
    const differing = unsignedLines(source, [siding]);
    expect(differing.map(({ work, signedAs, lines }) => [work, signedAs, lines.map(changedLineText)])).toEqual([
      ["Siding", "Contract 2026-0514-K7QDMA", ["Siding color: White → Clay"]],
    ]);
    expect(unsignedLines({ ...source, estimate: colored("White") }, [siding])).toEqual([]);
    expect(unsignedLines({ ...source, signed: [] }, [siding])).toEqual([
      { copyKey: "2", work: "Siding", signedAs: null, lines: [] },
    ]);
  });
});
