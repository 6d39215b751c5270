import { calculateEstimate, NO_TERM, type EstimateMembers } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { agreedOf } from "#agreed/agreed-of.ts";
import { buildDocument } from "#build-document.ts";
import type { DocumentChoices } from "#choices/document-choices.ts";
import { basisOf, documentDataOf } from "#document-data.ts";
import { initialChoices } from "#initial-choices.ts";
import type { Block, DocumentModel, DocumentSection, SignatureSlot } from "#model/document-model.ts";
import type { DocumentSource, EstimateOfDocument } from "#model/document-source.ts";
import { sampleEstimate, sampleSource } from "#testing/sample-source.ts";
import { checkPaper, datedBeforeSigning, PAPER_RULES, type PaperToCheck } from "./paper-rules.ts";

const work = sampleEstimate(
  ["roofing-colonial", "gutters-cape"],
  { promotion: 250, downpayment: 1_000 },
  { discountPercent: 0.05 },
);

type Kind = DocumentChoices["kind"];

function paperOf(kind: Kind, source: DocumentSource = sampleSource(work)): PaperToCheck {
  const choices = initialChoices(source, kind);
  return { model: buildDocument(source, choices), choices, basis: basisOf(source.estimate) };
}

function changeOrder(): PaperToCheck {
  const { model, choices, basis } = paperOf("contract");
  const contract = { id: 1 as never, createdTime: "2026-05-14T15:00:00.000Z" };
  const data = documentDataOf({ model, choices, basis });
  const changed = { contract: { ...contract, data }, changeOrders: [] };
  return paperOf("changeOrder", sampleSource(sampleEstimate(["roofing-colonial"]), { changed }));
}

const faultsOf = (paper: PaperToCheck): readonly (readonly [string, string])[] =>
  checkPaper(paper).map(({ rule, place }) => [rule, place]);

const withModel = (paper: PaperToCheck, change: (model: DocumentModel) => DocumentModel): PaperToCheck => ({
  ...paper,
  model: change(paper.model),
});

const withSection = (
  paper: PaperToCheck,
  id: string,
  change: (section: DocumentSection) => DocumentSection,
): PaperToCheck =>
  withModel(paper, (model) => ({
    ...model,
    sections: model.sections.map((section) => (section.id === id ? change(section) : section)),
  }));

/** One cell of a section's table printed as something else; row -1 is the last total. */
const withCell = (
  paper: PaperToCheck,
  id: string,
  [row, cell]: readonly [number, number],
  text: string,
): PaperToCheck =>
  withSection(paper, id, (section) => ({
    ...section,
    blocks: section.blocks.map((block): Block => {
      if (block.kind !== "table") return block;
      const change = (cells: readonly string[]) => cells.with(cell < 0 ? cells.length + cell : cell, text);
      return row < 0
        ? {
            ...block,
            totals: block.totals.map((each, at) =>
              at === block.totals.length + row ? { ...each, cells: change(each.cells) } : each,
            ),
          }
        : {
            ...block,
            rows: block.rows.map((each, at) => (at === row ? { ...each, cells: change(each.cells) } : each)),
          };
    }),
  }));

const signing = (
  paper: PaperToCheck,
  change: (closing: NonNullable<DocumentModel["closing"]>) => object,
): PaperToCheck =>
  withModel(paper, (model) =>
    model.closing ? { ...model, closing: { ...model.closing, ...change(model.closing) } } : model,
  );

const contract = paperOf("contract");

test("[SIGN-30] every rule has a unique name and a description", () => {
  expect(new Set(PAPER_RULES.map(({ id }) => id)).size).toBe(PAPER_RULES.length);
  expect(PAPER_RULES.filter(({ says }) => !says.endsWith("."))).toEqual([]);
});

test.each([
  "contract",
  "changeOrder",
  "purchaseOrder",
  "workOrder",
  "costEstimate",
  "itemizedEstimate",
  "laborBill",
  "finalLaborBill",
] as const)("[SIGN-30] an honest paper of kind %s breaks no rule", (kind) => {
  expect(checkPaper(kind === "changeOrder" ? changeOrder() : paperOf(kind))).toEqual([]);
});

describe("[SIGN-32] more than the price", () => {
  /** Old gutters off, 50 ft × $2 = 100. */
  const removal = (members: Partial<EstimateMembers>): PaperToCheck => {
    const cape = sampleEstimate(["gutters-cape"]);
    const items = cape.items
      .filter(({ quantity, laborPrice }) => quantity === 150 && laborPrice === 2)
      .map((item) => ({ ...item, quantity: 50 }));
    const { totals: _totals, ...rest } = calculateEstimate({ ...cape, ...members, items });
    const estimate: EstimateOfDocument = { ...cape, ...members, items, ...rest };
    return paperOf("contract", sampleSource(estimate));
  };

  test("[SIGN-32] a promotion of 250 on work of 100 is named, and so is the price of −150", () => {
    const paper = removal({ promotion: 250 });
    expect(paper.model.total).toBe(-150);
    expect(checkPaper(paper).slice(0, 2)).toEqual([
      {
        rule: "amounts-within-price",
        place: "total",
        message: "The promotion of $250.00 is more than the price: it may be at most $100.00.",
      },
      {
        rule: "price-not-negative",
        place: "total",
        message: "The work would be worth −$150.00: less than nothing.",
      },
    ]);
    expect(faultsOf(removal({ promotion: 100 }))).toEqual([]);
  });

  test("[SIGN-32] a down payment above the price of the contract", () => {
    expect(checkPaper(removal({ downpayment: 100.01 }))).toContainEqual({
      rule: "amounts-within-price",
      place: "keyFigures",
      message: "The down payment of $100.01 is more than the contract price of $100.00.",
    });
    expect(faultsOf(removal({ downpayment: 100 }))).toEqual([]);
  });

  test("[SIGN-32] a change order that leaves the contract at less than nothing", () => {
    const paper = withModel(changeOrder(), (model) => ({ ...model, runningTotal: -1 }));
    expect(faultsOf(paper)).toContainEqual(["price-not-negative", "runningTotal"]);
  });
});

describe("[SIGN-30] less than nothing", () => {
  test.each([
    ["a quantity", withCell(paperOf("purchaseOrder"), "materials-1", [0, 3], "−22"), "sections.materials-1"],
    ["a copy's total", withCell(contract, "price", [0, -1], "−22.00"), "sections.price"],
    [
      "a balance",
      withModel(contract, (model) => ({
        ...model,
        keyFigures: model.keyFigures.map((figure, at) =>
          at === 1 ? { ...figure, lines: ["$99.00", "−$1.00"] } : figure,
        ),
      })),
      "keyFigures",
    ],
  ])("[SIGN-30] %s", (_, paper, place) => {
    expect(faultsOf(paper)).toContainEqual(["amounts-not-negative", place]);
  });
});

describe("[SIGN-30] sums that are off by a cent", () => {
  test.each([
    ["a price of the contract's table", withCell(contract, "price", [0, 1], "1.00"), "sections.price"],
    ["the contract's total", withCell(contract, "price", [-1, -1], "$1.00"), "sections.price"],
    ["a difference of a change order", withCell(changeOrder(), "price", [0, 3], "+1.00"), "sections.price"],
    ["a row of the running value", withCell(changeOrder(), "value", [0, 1], "1.00"), "sections.value"],
    [
      "a line of a purchase order",
      withCell(paperOf("purchaseOrder"), "materials-1", [0, -1], "0.01"),
      "sections.materials-1",
    ],
    [
      "the total of a purchase order",
      withCell(paperOf("purchaseOrder"), "order-total", [-1, -1], "$0.01"),
      "sections.order-total",
    ],
    ["a line of a labor bill", withCell(paperOf("laborBill"), "labor-1", [0, -1], "0.01"), "sections.labor-1"],
    [
      "the balance of a final labor bill",
      withCell(paperOf("finalLaborBill"), "labor-total", [-1, -1], "$0.01"),
      "sections.labor-total",
    ],
    [
      "a line of an itemized estimate",
      withCell(paperOf("itemizedEstimate"), "items-1", [0, -1], "0.01"),
      "sections.items-1",
    ],
    ["a cost", withCell(paperOf("costEstimate"), "cost-1", [0, 6], "0.01"), "sections.cost-1"],
    ["a margin", withCell(paperOf("costEstimate"), "margin", [0, 3], "0.01"), "sections.margin"],
    ["an amount that is none", withCell(contract, "price", [0, 1], "a lot"), "sections.price"],
    [
      "down payment and balance",
      withModel(contract, (model) => ({
        ...model,
        keyFigures: model.keyFigures.map((figure, at) =>
          at === 1 ? { ...figure, lines: ["$1,000.00", "$1.00"] } : figure,
        ),
      })),
      "keyFigures",
    ],
  ])("[SIGN-30] %s", (_, paper, place) => {
    expect(faultsOf(paper)).toContainEqual(["adds-up", place]);
  });

  test("[SIGN-30] the amount financed and the down payment are the price", () => {
    const term = { ...NO_TERM, months: 120, ratePercent: 9.99, offerId: "1" };
    const paper = paperOf(
      "contract",
      sampleSource(sampleEstimate(["gutters-cape"], { term, paymentOption: 2, downpayment: 500 })),
    );
    expect(checkPaper(paper)).toEqual([]);
    const wrong = withSection(paper, "payment", (section) => ({
      ...section,
      blocks: section.blocks.map((block) =>
        block.kind === "options" ? { ...block, note: "Amount financed $1.00." } : block,
      ),
    }));
    expect(faultsOf(wrong)).toContainEqual(["adds-up", "sections.payment"]);
  });

  test.each(["amount financed", "finance charge", "total of payments"])(
    "[SIGN-30] [FIN-09] the %s of a loan is what its payments come to",
    (figure) => {
      const term = { ...NO_TERM, months: 120, ratePercent: 9.99, offerId: "1" };
      const paper = paperOf(
        "contract",
        sampleSource(sampleEstimate(["gutters-cape"], { term, paymentOption: 2, downpayment: 500 })),
      );
      const wrong = withSection(paper, "payment", (section) => ({
        ...section,
        blocks: section.blocks.map((block) =>
          block.kind === "options"
            ? { ...block, note: block.note.replace(new RegExp(`${figure} \\S+?(?=[,.]?(?:\\s|$))`), `${figure} $1.00`) }
            : block,
        ),
      }));
      expect(faultsOf(wrong)).toContainEqual(["adds-up", "sections.payment"]);
    },
  );
});

describe("[SIGN-30] another price than the paper's", () => {
  const other = (text: string): string => text.replace(/\$[\d,.]+\d/, "$99,999.00");
  test.each([
    ["the total alone", withModel(contract, (model) => ({ ...model, total: 99_999 })), "sections.price"],
    ["the running value", withModel(contract, (model) => ({ ...model, runningTotal: 99_999 })), "runningTotal"],
    [
      "the first figure",
      withModel(contract, (model) => ({
        ...model,
        keyFigures: model.keyFigures.map((figure) => ({ ...figure, large: other(figure.large) })),
      })),
      "keyFigures",
    ],
    [
      "the sentence above the signatures",
      signing(contract, ({ summary }) => ({ summary: summary.map((run) => ({ ...run, text: other(run.text) })) })),
      "closing.summary",
    ],
    [
      "what an owner agrees to",
      signing(contract, ({ signatures }) => ({
        signatures: signatures.map((slot) => ({ ...slot, consent: other(slot.consent) })),
      })),
      "closing.signatures",
    ],
    [
      "an owner who agrees to no price",
      signing(contract, ({ signatures }) => ({
        signatures: signatures.map((slot) => ({ ...slot, consent: "I agree." })),
      })),
      "closing.signatures",
    ],
    [
      "the new value of a change order",
      signing(changeOrder(), ({ signatures }) => ({
        signatures: signatures.map((slot) => ({ ...slot, consent: other(slot.consent) })),
      })),
      "closing.signatures",
    ],
  ])("[SIGN-30] %s", (_, paper, place) => {
    expect(faultsOf(paper)).toContainEqual(["one-price", place]);
  });
});

describe("[SIGN-31] unchecked lines", () => {
  const tasks = (text: string) => ({
    kind: "text" as const,
    blocks: [{ type: "tasks" as const, items: [{ checked: false, runs: [{ text }] }] }],
    taskColumns: 1 as const,
    tone: "plain" as const,
  });
  const noted = (note: string, text = "New gutters") =>
    withSection(contract, "scope-1", (section) => ({ ...section, note, blocks: [tasks(text)] }));

  test("[SIGN-31] a note that speaks of another section's work", () => {
    expect(faultsOf(noted("An unchecked line is not part of the gutters work."))).toEqual([
      ["unchecked-lines", "sections.scope-1"],
    ]);
  });

  test("[SIGN-31] a pointer to a section that is not there; one that is there, and one of a person, are right", () => {
    const note = "An unchecked line is not part of the roofing work.";
    expect(faultsOf(noted(note, "New gutters (see 2 Siding)"))).toEqual([["unchecked-lines", "sections.scope-1"]]);
    expect(faultsOf(noted(note, "New gutters (see 2 Gutters)"))).toEqual([]);
    expect(faultsOf(noted(note, "New gutters (see photo)"))).toEqual([]);
  });

  test("[SIGN-31] the wording of earlier releases is no fault", () => {
    expect(faultsOf(noted("A checked line is part of this contract. An unchecked line is not."))).toEqual([]);
  });
});

describe("[SIGN-30] days", () => {
  test("[SIGN-30] a last day to cancel that does not follow from the paper's day", () => {
    // Signed on Thursday, May 14, 2026: Friday, Saturday and Monday are the three business days.
    expect(contract.model.closing?.rightToCancel?.lastDay).toBe("Monday, May 18, 2026");
    const late = signing(contract, ({ rightToCancel }) => ({
      rightToCancel: rightToCancel && { ...rightToCancel, lastDay: "Friday, May 15, 2026" },
    }));
    expect(checkPaper(late)).toEqual([
      {
        rule: "right-to-cancel-day",
        place: "closing.rightToCancel",
        message: "The last day to cancel a paper of May 14, 2026 is Monday, May 18, 2026, not Friday, May 15, 2026.",
      },
    ]);
  });

  test("[SIGN-30] a written date that is another day", () => {
    const paper = withModel(contract, (model) => ({ ...model, dateText: "May 13, 2026" }));
    expect(faultsOf(paper)).toEqual([["right-to-cancel-day", "dateText"]]);
  });
});

test("[SIGN-37] characters that cannot be printed are refused by name", () => {
  const source = sampleSource(work);
  const choices = { ...initialChoices(source, "contract"), customerNames: ["محمد"] };
  const paper = { model: buildDocument(source, choices), choices, basis: basisOf(work) };
  expect(checkPaper(paper)).toEqual([
    {
      rule: "printable",
      place: "parties",
      message:
        '"محمد" in the owner\'s name cannot be printed (م (Arabic), ح (Arabic), د (Arabic)). Enter how it is spelled in Latin letters.',
    },
  ]);
  const spelled = { ...choices, printedAs: { محمد: "Muhammad" } };
  expect(checkPaper({ ...paper, model: buildDocument(source, spelled), choices: spelled })).toEqual([]);
});

test("[SIGN-30] a purchase order without a line orders nothing", () => {
  const paper = withModel(paperOf("purchaseOrder"), (model) => ({
    ...model,
    sections: model.sections.filter(({ id }) => !id.startsWith("materials-")),
  }));
  expect(checkPaper(paper).map(({ message }) => message)).toContain("There is no material to order.");
});

test("[SIGN-67] with $1,000 down cash is the balance at completion; in full beside it is a fault before signing, and no reason to refuse a signed paper", () => {
  const paper = paperOf("contract");
  const waysOf = ({ model }: PaperToCheck) =>
    model.sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "options" ? block.rows : [])));
  expect(waysOf(paper).filter(({ detail }) => /completion/.test(detail))).not.toEqual([]);
  expect(waysOf(paper).filter(({ detail }) => /in full at completion/i.test(detail))).toEqual([]);
  expect(checkPaper(paper)).toEqual([]);
  const withoutDown = paperOf("contract", sampleSource(sampleEstimate(["roofing-colonial"], { downpayment: 0 })));
  expect(waysOf(withoutDown).map(({ detail }) => detail)).toContainEqual(
    expect.stringMatching(/in full at completion/i),
  );
  const wrong = withSection(paper, "payment", (section) => ({
    ...section,
    blocks: section.blocks.map((block) =>
      block.kind === "options"
        ? { ...block, rows: block.rows.map((row) => ({ ...row, detail: row.detail.replace(/balance/i, "in full") })) }
        : block,
    ),
  }));
  expect(new Set(faultsOf(wrong).map(([rule]) => rule))).toEqual(new Set(["one-way-to-pay"]));
  expect(checkPaper(wrong, { isReceived: true })).toEqual([]);
});

test("[SIGN-67][DOC-28] a balance without its total, or that is not the total less what is paid down, is a fault", () => {
  const paper = paperOf("contract");
  const withRow = (change: (row: { detail: string; amount: string }) => object) =>
    withSection(paper, "payment", (section) => ({
      ...section,
      blocks: section.blocks.map((block) =>
        block.kind === "options"
          ? { ...block, rows: block.rows.map((row) => (row.middle === "" ? row : { ...row, ...change(row) })) }
          : block,
      ),
    }));
  const total = /total (\$[\d,.]+), /i;
  // As previous releases printed it: the total as the amount. What was signed so is not refused.
  const former = withRow(({ detail }) => ({
    detail: detail.replace(total, ""),
    amount: total.exec(detail)?.[1] ?? "$0.00",
  }));
  expect(new Set(faultsOf(former).map(([rule]) => rule))).toEqual(new Set(["one-way-to-pay"]));
  expect(checkPaper(former, { isReceived: true })).toEqual([]);
  const wrong = withRow(({ detail }) => ({ amount: total.exec(detail)?.[1] ?? "$0.00" }));
  expect(new Set(faultsOf(wrong).map(([rule]) => rule))).toEqual(new Set(["adds-up"]));
});

describe("[PAPER-40] the agreed work before a change order", () => {
  const { model, choices, basis } = contract;
  const changed = {
    contract: {
      id: 1 as never,
      createdTime: "2026-05-14T15:00:00.000Z",
      data: documentDataOf({ model, choices, basis }),
    },
    changeOrders: [],
  };
  const source = sampleSource(sampleEstimate(["roofing-colonial"]), { changed });
  const withBase = (paper: PaperToCheck): PaperToCheck => ({ ...paper, base: agreedOf(changed) });

  test("[PAPER-40] an honest one begins where its base ends", () => {
    expect(checkPaper(withBase(paperOf("changeOrder", source)))).toEqual([]);
    const more = { ...initialChoices(source, "changeOrder"), showAdditionalCost: true, additionalCost: -120.5 };
    const choicesWithBefore = { ...more, additionalWorkTotalBroughtFromAddendum: 300 };
    for (const each of [more, choicesWithBefore])
      expect(
        checkPaper(withBase({ model: buildDocument(source, each), choices: each, basis: basisOf(source.estimate) })),
      ).toEqual([]);
  });

  test.each([
    ["a price before", ["price", [0, 1], "1.00"], "sections.price"],
    ["the price of the contract", ["value", [0, 1], "1.00"], "sections.value"],
  ] as const)("[PAPER-40] another %s", (_, [id, cell, text], place) => {
    expect(faultsOf(withBase(withCell(changeOrder(), id, cell, text)))).toContainEqual(["agreed-before", place]);
  });

  test("[PAPER-40] a row that is no work and no cost that was chosen", () => {
    const extra = withSection(changeOrder(), "price", (section) => ({
      ...section,
      blocks: section.blocks.map((block) =>
        block.kind === "table"
          ? { ...block, rows: [...block.rows, { cells: ["Fee", "", "", "+500.00"], indent: 0 as const }] }
          : block,
      ),
    }));
    expect(checkPaper(extra)).toContainEqual({
      rule: "agreed-before",
      place: "sections.price",
      message: '"Fee" is no work of this change order.',
    });
  });
});

describe("[PAPER-41] the signers", () => {
  const withSlots = (change: (slots: readonly SignatureSlot[]) => readonly SignatureSlot[]) =>
    signing(contract, ({ signatures }) => ({ signatures: change(signatures) }));
  const isOwner = ({ key }: SignatureSlot): boolean => key.startsWith("customer");

  test.each([
    ["no owner", withSlots((slots) => slots.filter((slot) => !isOwner(slot))), /There is no place for .+ to sign\./],
    [
      "an owner who may leave it empty",
      withSlots((slots) => slots.map((slot) => (isOwner(slot) ? { ...slot, required: false } : slot))),
      /The place for .+ to sign may stay empty\./,
    ],
    [
      "somebody else in the owner's place",
      withSlots((slots) => slots.map((slot) => (isOwner(slot) ? { ...slot, name: "Eve Lowe" } : slot))),
      /"Eve Lowe" signs in the place of .+\./,
    ],
    [
      "an owner twice",
      withSlots((slots) => [...slots.slice(0, 1), ...slots]),
      /There is a place to sign for ".+", who is no owner of this paper\./,
    ],
    ["no place to sign at all", withModel(contract, (model) => ({ ...model, closing: null })), /There is no place for/],
  ])("[PAPER-41] %s", (_, paper, says) => {
    const found = checkPaper(paper, { isReceived: true }).filter(({ rule }) => rule === "owners-sign");
    expect(found.length).toBeGreaterThan(0);
    for (const { message } of found) expect(message).toMatch(says);
  });

  test("[PAPER-41] two owners, none named, and a name that is printed in another spelling are right", () => {
    for (const customerNames of [["Karen Whitfield", "Tom Whitfield"], [], ["محمد علي"]]) {
      const source = sampleSource(work);
      const begun = initialChoices(source, "contract");
      const choices = { ...begun, customerNames, printedAs: { "محمد علي": "Mohammed Ali" } };
      const paper = { model: buildDocument(source, choices), choices, basis: basisOf(source.estimate) };
      expect(checkPaper(paper)).toEqual([]);
    }
  });
});

describe("[PAPER-42] the sections of a paper", () => {
  const sectionsOf = (paper: PaperToCheck, change: (sections: readonly DocumentSection[]) => DocumentSection[]) =>
    withModel(paper, (model) => ({ ...model, sections: change(model.sections) }));
  const added = (paper: PaperToCheck, id: string) =>
    sectionsOf(paper, (all) =>
      all.flatMap((each, at) => (at === 0 ? [each, { ...each, id, heading: "Extra" }] : [each])),
    );

  test.each([
    ["one that papers do not have", added(contract, "side-deal"), 'The section "Extra" does not belong to this paper.'],
    ["work that was not chosen", added(contract, "scope-5"), 'The section "Extra" does not belong to this paper.'],
    ["one twice", added(contract, "price"), 'The section "Price" is there twice.'],
    [
      "work that is left out",
      sectionsOf(contract, (all) => all.filter(({ id }) => id !== "scope-1")),
      'The paper has no section "scope-1".',
    ],
    [
      "no value of the contract",
      sectionsOf(changeOrder(), (all) => all.filter(({ id }) => id !== "value")),
      'The paper has no section "value".',
    ],
  ])("[PAPER-42] %s", (_, paper, message) => {
    const found = checkPaper(paper, { isReceived: true }).filter(({ rule }) => rule === "own-sections");
    expect(found.map((each) => each.message)).toEqual([message]);
  });

  test("[PAPER-42] a contract without the right to cancel, where its settings print it; where they do not, it is right", () => {
    const without = signing(contract, () => ({ rightToCancel: null }));
    const rules = (showsRightToCancel: boolean | undefined) =>
      checkPaper({ ...without, showsRightToCancel }).map(({ rule }) => rule);
    expect([rules(true), rules(false), rules(undefined)]).toEqual([["right-to-cancel-there"], [], []]);
  });
});

describe("[PAPER-43] the day of a paper", () => {
  const cancelOf = (change: (text: string) => string) =>
    signing(contract, ({ rightToCancel }) => ({
      rightToCancel: rightToCancel && {
        ...rightToCancel,
        form: { ...rightToCancel.form, paragraphs: rightToCancel.form.paragraphs.map(change) },
      },
    }));

  test("[PAPER-43] a form to cancel with another day, or without the last one", () => {
    const early = cancelOf((text) => text.replace("Monday, May 18, 2026", "Friday, May 15, 2026"));
    expect(checkPaper(early).map(({ message }) => message)).toEqual([
      "The form to cancel says Friday, May 15, 2026; the paper is of May 14, 2026, and may be cancelled until Monday, May 18, 2026.",
      "The form to cancel does not say the last day to cancel, Monday, May 18, 2026.",
    ]);
    const silent = cancelOf((text) => text.replace(/, NOT LATER THAN .*/, "."));
    expect(checkPaper(silent).map(({ message }) => message)).toEqual([
      "The form to cancel does not say the last day to cancel, Monday, May 18, 2026.",
    ]);
  });

  test("[PAPER-43] an owner who agrees to another last day", () => {
    const told = signing(contract, ({ signatures }) => ({
      signatures: signatures.map((slot) => ({
        ...slot,
        consent: slot.consent.replace("Monday, May 18, 2026", "Thursday, May 14, 2026"),
      })),
    }));
    expect(faultsOf(told)).toContainEqual(["right-to-cancel-day", "closing.signatures"]);
  });

  test("[PAPER-43] an invalid day is named, not calculated with", () => {
    const none = withModel(contract, (model) => ({ ...model, date: "2026-02-30" }));
    expect(checkPaper(none)).toContainEqual({
      rule: "right-to-cancel-day",
      place: "date",
      message: 'The paper is of "2026-02-30", which is no day.',
    });
  });

  /** Signed by the clock of a device that was ahead by so much; null of one that never compared it, undefined of an older app. */
  const signedAt = (times: readonly string[], aheadSeconds: number | null | undefined): PaperToCheck => ({
    ...contract,
    signing: {
      signedTimes: times.map((time) => new Date(time)),
      clock: aheadSeconds === undefined ? undefined : { aheadSeconds, comparedTime: null },
    },
  });
  const rulesOf = (paper: PaperToCheck) => checkPaper(paper, { isReceived: true }).map(({ message }) => message);
  const YEAR = 31_536_000;

  test.each([
    ["on its day", ["2026-05-14T23:00:00.000Z"], 0],
    ["after midnight", ["2026-05-15T06:00:00.000Z"], 0],
    ["by two people, one of them weeks later", ["2026-05-14T23:00:00.000Z", "2026-06-20T23:00:00.000Z"], 0],
    ["on a device whose clock is known to be a year behind", ["2025-05-14T23:00:00.000Z"], -YEAR],
    ["in an older app that was left open for a week", ["2026-05-21T23:00:00.000Z"], undefined],
  ] as const)("[PAPER-43] signed %s is right", (_, times, ahead) => {
    expect(rulesOf(signedAt(times, ahead))).toEqual([]);
  });

  test.each([
    ["a year before its day", "2025-05-14T23:00:00.000Z", 0],
    ["a year before its day, with a clock that was never compared", "2025-05-14T23:00:00.000Z", null],
    ["a year before its day, by an older app", "2025-05-14T23:00:00.000Z", undefined],
  ])("[PAPER-43] signed %s is refused", (_, time, ahead) => {
    expect(rulesOf(signedAt([time], ahead))).toEqual([
      "The paper is dated May 14, 2026, and was signed on May 14, 2025.",
    ]);
  });

  test("[PAPER-43] signed after its last day to cancel is refused; some days after its own is reported", () => {
    expect(rulesOf(signedAt(["2026-05-19T16:00:00.000Z"], 0))).toEqual([
      "The paper is dated May 14, 2026, and was first signed on May 19, 2026: the right to cancel would have ended on Monday, May 18, 2026, before anybody signed.",
    ]);
    const late = signedAt(["2026-05-17T16:00:00.000Z"], 0);
    expect(rulesOf(late)).toEqual([]);
    expect(datedBeforeSigning(late)).toBe("The paper is dated May 14, 2026, and was first signed on May 17, 2026.");
    expect(datedBeforeSigning(signedAt(["2026-05-15T16:00:00.000Z"], 0))).toBeUndefined();
  });
});

describe("[PAPER-47] a new paper's texts about plans and initials", () => {
  const term = { ...NO_TERM, months: 120, ratePercent: 9.99, offerId: "1" };
  const financed = paperOf(
    "contract",
    sampleSource(sampleEstimate(["gutters-cape"], { term, paymentOption: 2, downpayment: 500 })),
  );
  const without = (pattern: RegExp): PaperToCheck =>
    withModel(financed, (model) => JSON.parse(JSON.stringify(model).replaceAll(pattern, "")) as DocumentModel);
  const placesOf = (paper: PaperToCheck): readonly string[] =>
    checkPaper(paper)
      .filter(({ rule }) => rule === "plan-with-its-cost")
      .map(({ place }) => place);

  test("[PAPER-47] a plan with its APR and its finance charge is right", () => {
    expect(JSON.stringify(financed.model)).toMatch(/ % APR/);
    expect(checkPaper(financed)).toEqual([]);
  });

  test("[PAPER-47] a plan without its APR, wherever it is named; without its finance charge", () => {
    expect(new Set(placesOf(without(/,? ?(?:at )?[\d.]+ % APR/g)))).toEqual(
      new Set(["keyFigures", "sections.payment", "closing.summary"]),
    );
    expect(placesOf(without(/, finance charge \$[\d,.]+\d/g))).toEqual(["sections.payment"]);
  });

  test("[PAPER-34] [PAPER-47] lines for initials are a fault of a new paper; former versions printed them", () => {
    const paper = withModel(contract, (model) => ({ ...model, footer: { ...model.footer, hasInitials: true } }));
    expect(faultsOf(paper)).toEqual([["no-initials", "footer"]]);
    expect(checkPaper(paper, { isReceived: true })).toEqual([]);
  });
});
