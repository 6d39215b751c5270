import { settingsFields, type SettingsField, type StoredEstimateItem } from "@ridgebook/contract";
import {
  documentLines,
  parseKeywords,
  parseRichText,
  reduceHtml,
  resolveScopeText,
  type DocumentLine,
  type EditorMode,
} from "@ridgebook/documents";
import { findField, indexPriceBook, priceFile } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { describe, expect, test } from "vitest";
import { WHITFIELD_GUTTERS, WHITFIELD_ROOF, WHITFIELD_WINDOWS } from "./demo-houses.ts";
import { DEMO_WORDING } from "./demo-wording.ts";

const SCOPES = {
  contractRoofingScopeOfWork: 1,
  contractSidingScopeOfWork: 2,
  contractWindowsScopeOfWork: 3,
  contractWindowDetailsScopeOfWork: 3,
  contractGuttersScopeOfWork: 4,
  contractRepairScopeOfWork: 5,
  contractInsulationScopeOfWork: 6,
  contractTrimScopeOfWork: 7,
} as const;
const scopes = Object.entries(SCOPES) as [keyof typeof SCOPES, number][];

const TEXTS_BY_MODE = {
  scopeConfiguration: [...scopes.map(([setting]) => setting), "changeOrderScopeOfWork"],
  checklist: ["contractAcknowledgements"],
  email: ["contractEmailMessage"],
  standard: [
    "contractWarrantyText",
    "contractPaymentDisclaimer",
    "changeOrderPaymentDisclaimer",
    "contractProjectStartDateDisclaimer",
    "contractLegalText",
    "contractDisclosures",
    "rightToCancelNotice",
  ],
} as const satisfies Record<EditorMode, readonly (keyof typeof DEMO_WORDING)[]>;

const texts = Object.entries(TEXTS_BY_MODE).flatMap(([mode, settings]) =>
  settings.map((setting) => ({ mode: mode as EditorMode, setting, html: DEMO_WORDING[setting] })),
);

test("[SET-10] [SET-11] every text of a company's papers is written", () => {
  const isText = (setting: SettingsField): boolean =>
    /^(contract|changeOrder).*(Text|Scope|Disclaimer|Disclosures|Acknowledgements|Message|Label\d)/.test(setting);
  const settings = (Object.keys(settingsFields.shape) as SettingsField[]).filter(isText);
  expect(settings).toHaveLength(20);
  for (const setting of settings) expect(DEMO_WORDING, setting).toHaveProperty(setting, expect.stringMatching(/\S/));
  expect(settingsFields.parse(DEMO_WORDING)).toMatchObject(DEMO_WORDING);
});

describe("[KEY-01] every keyword works and names a field of that workflow", () => {
  test.each(scopes)("%s", (setting, workflowId) => {
    const keywords = parseKeywords(DEMO_WORDING[setting]);
    expect(keywords.length).toBeGreaterThan(8);
    for (const { text, problem, fieldIds } of keywords) {
      expect(problem, text).toBeUndefined();
      for (const id of fieldIds) expect(findField(id)?.workflowId, text).toBe(workflowId);
    }
  });

  test("texts without a workflow have none", () => {
    for (const { setting, html } of texts) if (!(setting in SCOPES)) expect(parseKeywords(html), setting).toEqual([]);
  });
});

describe("[RTE-02] [RTE-03] [RTE-04] [RTE-05] a text holds what its editor offers, so that opening it changes nothing", () => {
  test.each(texts)("$setting in mode $mode", ({ mode, html }) => {
    expect(reduceHtml(html, mode)).toBe(html);
    expect(parseRichText(html).length).toBeGreaterThan(0);
  });
});

const book = indexPriceBook(starterPriceBook);

type ScopeLines = readonly { readonly checked: boolean; readonly text: string }[];

function linesOf(house: object, workflowId: number): readonly DocumentLine[] {
  const { priced } = priceFile(house, book);
  const items = (priced?.workflows.flatMap((workflow) => workflow.items) ?? []) as StoredEstimateItem[];
  return documentLines({ estimate: { items }, book }, [{ workflowId, workflowEstimateId: 1 }]);
}

/** The scope of a demo house as its contract says it: each line, and whether it is checked. */
const scopeOf = (house: object, setting: keyof typeof SCOPES): ScopeLines =>
  resolved(setting, linesOf(house, SCOPES[setting]));

function resolved(setting: keyof typeof SCOPES, lines: readonly DocumentLine[]): ScopeLines {
  return parseRichText(resolveScopeText(DEMO_WORDING[setting], { lines, book })).flatMap((block) =>
    block.type === "tasks"
      ? block.items.map(({ checked, runs }) => ({ checked, text: runs.map(({ text }) => text).join("") }))
      : [],
  );
}

describe("[KEY-02] [KEY-03] [KEY-04] [KEY-05] the scopes read like a contractor's on the demo house", () => {
  test("the roof", () => {
    const scope = scopeOf(WHITFIELD_ROOF, "contractRoofingScopeOfWork");
    const checked = scope.filter((line) => line.checked).map(({ text }) => text);
    expect(checked).toEqual([
      "Cover plants, siding, walks and the driveway before work begins",
      "Tear off the old roof, 1 layer, 20 squares",
      "Replace decking, OSB 7/16 in, 4 x 8 ft, 4 sheets",
      "Dumpster, 20 yard, set at: Driveway",
      "Ice barrier, 2 rows along 80 ft of eaves, Granular surface, 2 SQ roll",
      "Underlayment on the whole deck, Synthetic, 10 SQ roll",
      "Starter course at eaves and rakes, Starter strip, 105 ft bundle",
      "Roof covering Better: architectural, color Charcoal, 22 squares with waste",
      "Installation to the maker's instructions, Asphalt shingles, 4 nails",
      "Hip and ridge caps, Standard cap, 25 ft bundle, 40 ft",
      "Drip edge, Aluminum, 10 ft, White",
      "Valley metal, W-valley, painted steel, 10 ft, Musket brown, 30 ft",
      "Step flashing, Aluminum, 5 in exposure, Mill finish, 20 ft",
      "Head flashing, Aluminum, bent, 8 in wide, White, 12 ft",
      "New pipe flashings, 3 to 4 in pipe",
      "Chimney flashing, Brick chimney, aluminum, color White",
      "Ridge vent, Rigid, under the caps, 40 ft",
      "Roofing permit and the inspections that belong to it",
      "Sweep yard and driveway with a magnet, clean the gutters, take all debris away",
    ]);
    const unchecked = scope.filter((line) => !line.checked).map(({ text }) => text);
    expect(unchecked).toContain("Take the chimney down below the deck");
    expect(unchecked).toContain("Flat roof membrane");
  });

  test("the windows, and the text about each of them", () => {
    const checked = scopeOf(WHITFIELD_WINDOWS, "contractWindowsScopeOfWork").filter((line) => line.checked);
    expect(checked.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        "Replace windows and doors as listed, 7 in all",
        "Window package, Better: premium vinyl",
        "Work by the rules for lead paint, 7 openings",
        "Take the old windows away",
      ]),
    );
  });

  test("one window", () => {
    const [bedroom] = linesOf(WHITFIELD_WINDOWS, 3).filter(({ field }) => field.property === "window");
    const checked = resolved("contractWindowDetailsScopeOfWork", bedroom ? [bedroom] : []).filter(
      (line) => line.checked,
    );
    expect(checked.map(({ text }) => text)).toEqual([
      "Double hung, 4 of this kind, 36 in wide and 60 in high",
      "Insert into the existing frame",
      "Model: As the package",
      "Glass: As the model",
      'Grid: Flat 5/8" between the glass, Colonial, White',
      "Color inside: White",
      "Color outside: White",
      "New trim outside, Aluminum wrap, 10 ft, White",
    ]);
  });

  test("the gutters, by color", () => {
    const checked = scopeOf(WHITFIELD_GUTTERS, "contractGuttersScopeOfWork").filter((line) => line.checked);
    expect(checked.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        "Take the old gutters down, 150 ft",
        'Gutters 5" K-style aluminum, seamless, color White, Hidden hangers every 24 inches, 166 ft',
        "Downspouts 2 x 3 aluminum, color White, 60 ft",
        "Downspouts stand at: Four corners and the porch",
      ]),
    );
  });

  test("no line is left with a keyword, a loose comma or a missing word, also for work that is not estimated", () => {
    // The details of a window are only said of a window that is there.
    for (const [setting] of scopes.filter(([each]) => each !== "contractWindowDetailsScopeOfWork"))
      for (const house of [WHITFIELD_ROOF, WHITFIELD_WINDOWS, WHITFIELD_GUTTERS, { workflow: "trim", values: {} }])
        for (const { text } of scopeOf(house, setting)) {
          expect(text).not.toMatch(/\{\{|\}\}|undefined|null|NaN/);
          expect(text).not.toMatch(/[,:]$|, ,|^,| {2}/);
          expect(text).toMatch(/\S/);
        }
  });
});
