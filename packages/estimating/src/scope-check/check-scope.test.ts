import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fieldByKey } from "#catalogue/catalogue.ts";
import { fromItems } from "#form/items.ts";
import type { FormLine } from "#form/form-values.ts";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { readValues } from "#price-file/read-values.ts";
import { priceFile } from "#price-file/price-file.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";
import { temporaryIds } from "#form/temporary-ids.ts";
import type { WorkflowId } from "#workflows.ts";
import { checkScope, type ScopeFinding } from "./check-scope.ts";
import { SCOPE_RULES } from "./scope-rules.ts";

const book = indexPriceBook(starterPriceBook);

type Values = Readonly<Record<string, unknown>>;

/** What is found in a workflow with these values, written as in price files. */
function findingsOf(workflowId: WorkflowId, values: Values): readonly ScopeFinding[] {
  const { values: read, problems } = readValues({
    workflowId,
    json: values,
    book,
    nextId: temporaryIds(),
    path: "values",
  });
  expect(problems).toEqual([]);
  return checkScope({ copies: [{ workflowId, workflowEstimateId: 1, values: read }], book });
}

const textsOf = (workflowId: WorkflowId, values: Values): readonly string[] =>
  findingsOf(workflowId, values).map(({ text }) => text);

const HOUSES = join(import.meta.dirname, "../../houses");

/** What the sample houses truly lack: they sell something in every step, not everything of a job. */
const HOUSE_FINDINGS: Readonly<Record<string, readonly string[]>> = {
  "siding-ranch.json": ["113 FT of gutter and no downspouts.", "4 gutter corners and no corner pieces."],
};

describe("the sample houses", () => {
  const files = readdirSync(HOUSES).filter((name) => name.endsWith(".json"));
  test.each(files)("[SCOPE-01] %s raises no false alarm", (file) => {
    const { priced } = priceFile(JSON.parse(readFileSync(join(HOUSES, file), "utf8")), book);
    const found = checkScope({
      copies: (priced?.workflows ?? []).map(({ workflowId, workflowEstimateId, items }) => ({
        workflowId,
        workflowEstimateId,
        values: fromItems({ workflowId, workflowEstimateId, items }),
      })),
      book,
    });
    expect(found.map(({ text }) => text)).toEqual(HOUSE_FINDINGS[file] ?? []);
  });
});

describe("the table of rules", () => {
  test("[SCOPE-01] names only fields that there are, and each rule of a workflow once", () => {
    for (const [workflowId, rules] of SCOPE_RULES) {
      for (const { field, each } of rules) {
        expect(fieldByKey(workflowId, field), field).toBeDefined();
        if (each) expect(fieldByKey(workflowId, each), each).toBeDefined();
      }
      expect(new Set(rules.map(({ code }) => code)).size).toBe(rules.length);
    }
  });

  test("[SCOPE-01] an estimate in which nothing is entered lacks nothing", () => {
    for (const workflowId of [1, 2, 3, 4, 5, 6, 7] as const) expect(findingsOf(workflowId, {})).toEqual([]);
  });
});

describe("unfinished work", () => {
  const ROOF = {
    totalSquaresForMaterial: 24,
    totalSquaresForLabor: 24,
    installPitch: [{ value: "Up to 6/12", quantity: 24 }],
  };
  const textsOfCode = (code: string, values: Values): readonly string[] =>
    findingsOf(1, { ...ROOF, ...values }).flatMap((each) => (each.code === code ? [each.text] : []));

  test("[SCOPE-12] the squares of the stories must come to the roof's, if stories were entered separately", () => {
    expect(textsOfCode("storySquares", { squaresOnStory1: 16, squaresOnStory2: 8 })).toEqual([]);
    expect(textsOfCode("storySquares", {})).toEqual([]);
    expect(textsOfCode("storySquares", { squaresOnStory1: 16, squaresOnStory2: 4 })).toEqual([
      "20 SQ on the stories, and 24 SQ of roof, both with waste.",
    ]);
  });

  test("[SCOPE-12] a row that was counted and not chosen is a choice to finish, and not a line without a price too", () => {
    const values = { ridgeExhaustVent: { quantity: 40 } };
    expect(textsOfCode("noChoice", values)).toEqual(["Ridge vent: 40 FT, and nothing is chosen."]);
    expect(textsOfCode("unpriced", values)).toEqual([]);
  });
});

describe("roofing", () => {
  test("[SCOPE-02] a measured roof with nothing on it lacks what every roof takes, in the order of the steps", () => {
    const found = findingsOf(1, {
      materialType: "Asphalt shingles",
      totalSquaresForMaterial: 42,
      totalSquaresForLabor: 42,
      installPitch: [{ value: "Up to 6/12", quantity: 42 }],
      eaveLength: 120,
      rakeEdgeLength: 90,
      hipRidgeLength: 60,
      valleyLength: 30,
      roofToWallFlashingLength: 20,
      flashingLength: 10,
      tearOff: [{ quantity: 40 }],
    });
    expect(found.filter(({ severity }) => severity === "missing").map(({ text }) => text)).toEqual([
      "40 SQ of tear-off and no dumpster.",
      "120 FT of eaves and no ice barrier.",
      "90 FT of rakes and no drip edge.",
      "30 FT of valleys and no valley metal.",
      "20 FT of roof along a wall and no step flashing.",
      "10 FT of roof below a wall and no head flashing.",
      "42 SQ of roof and no ventilation.",
      "42 SQ of roof and no nails.",
      "42 SQ of roof and no shingles chosen.",
      "42 SQ of roof and no installation labor.",
      "42 SQ of roof and no underlayment.",
      "42 SQ of roof and no starter strip.",
      "60 FT of hips and ridges and no caps.",
    ]);
    expect(found.find(({ code }) => code === "starters")).toMatchObject({
      workflowId: 1,
      workflowEstimateId: 1,
      sectionId: 114,
      fieldKey: "starters",
      lineId: null,
    });
  });

  test.each([
    {
      given: "a roof that is all membrane takes no shingles",
      values: {
        totalSquaresForMaterial: 5,
        installPitch: [{ value: "Up to 6/12", quantity: 5 }],
        membrane: [{ membraneArea: 5 }],
      },
      texts: [],
    },
    {
      given: "chosen rows without rolls",
      values: {
        eaveLength: 80,
        dripEdge: [{ quantity: 8, dripEdgeType: "Aluminum, 10 ft" }],
        iceBarrierRows: { value: "2 rows", quantity: 2 },
      },
      texts: ["2 rows of ice barrier on 80 FT of eaves and no ice barrier."],
    },
    {
      given: "somebody who chose no ice barrier knows why",
      values: {
        eaveLength: 80,
        dripEdge: [{ quantity: 8, dripEdgeType: "Aluminum, 10 ft" }],
        iceBarrierRows: { value: "No ice barrier", quantity: 0 },
      },
      texts: [],
    },
    {
      given: "a gutter apron covers the eaves",
      values: {
        eaveLength: 80,
        iceBarrierRows: { value: "No ice barrier", quantity: 0 },
        gutterFlashing: [{ quantity: 8, gutterFlashingType: "Copper apron, 10 ft" }],
      },
      texts: [],
    },
    {
      given: "eaves with neither",
      values: { eaveLength: 80, iceBarrierRows: { value: "No ice barrier", quantity: 0 } },
      texts: ["80 FT of eaves and neither drip edge nor gutter apron."],
    },
    {
      given: "pitches that leave squares over",
      values: {
        installPitch: [{ value: "7/12 to 9/12", quantity: 10 }],
        totalSquaresForMaterial: 12,
        membrane: [{ membraneArea: 12 }],
      },
      texts: ["10 SQ of pitches, and 12 SQ of roof, both with waste."],
    },
    {
      given: "two stories that nobody is paid for",
      values: {
        numberOfStories: 2,
        totalSquaresForLabor: 12,
        squaresOnStory1: 12,
      },
      texts: ["2 stories and no squares above the first: nobody pays for the height."],
    },
    {
      given: "more torn off than the dumpster carries: 20 SQ x 2 layers x 300 lb = 6 tons",
      values: {
        tearOff: [{ quantity: 20, tearOffLayer: "2 layers", tearOffMaterial: "Architectural asphalt" }],
        dumpsterNeeded: true,
        dumpster: [{ dumpsterType: "20 yard" }],
        dumpsterWeight: 6,
      },
      texts: ["6 tons torn off, and the dumpsters carry 4 tons."],
    },
  ])("[SCOPE-02] $given", ({ values, texts }) => {
    expect(textsOf(1, values)).toEqual(texts);
  });
});

describe("a dumpster", () => {
  const NOT_NEEDED = "Dumpster needed is No, and a dumpster is in the price.";

  test.each([
    { given: "No beside a priced one", dumpsterNeeded: false, isPriced: true, texts: [NOT_NEEDED] },
    { given: "no answer beside a priced one", dumpsterNeeded: undefined, isPriced: true, texts: [NOT_NEEDED] },
    { given: "Yes and a priced one", dumpsterNeeded: true, isPriced: true, texts: [] },
    { given: "No and none", dumpsterNeeded: false, isPriced: false, texts: [] },
  ])("[SCOPE-10] $given, in roofing, siding and repairs", ({ dumpsterNeeded, isPriced, texts }) => {
    for (const workflowId of [1, 2, 5] as const) {
      const dumpster = isPriced ? [{ dumpsterType: "20 yard" }] : [];
      const found = findingsOf(workflowId, { ...(dumpsterNeeded !== undefined && { dumpsterNeeded }), dumpster });
      expect(found.map(({ text }) => text)).toEqual(texts);
      expect(found.map(({ fieldKey, severity }) => [fieldKey, severity])).toEqual(
        texts.map(() => ["dumpsterNeeded", "mismatch"]),
      );
    }
  });
});

describe("siding", () => {
  const walls = {
    totalSquaresForMaterial: 18,
    totalSquaresForMaterialPackage: 18,
    totalSquaresForLaborPackage: 18,
  };
  test("[SCOPE-03] vinyl hangs in channels", () => {
    expect(
      textsOf(2, { ...walls, materialType: "Vinyl", shutters: [{ quantity: 1, shutterType: "Vinyl louvered" }] }),
    ).toEqual([
      "18 SQ of siding and no house wrap.",
      "18 SQ of siding and no J channel.",
      "18 SQ of siding and no starter strip.",
      "18 SQ of siding and no corner posts.",
      "1 set of shutters and nobody to hang them.",
      "18 SQ of siding and no nails.",
      "18 SQ of siding and no siding chosen.",
      "18 SQ of siding and no installation labor.",
    ]);
  });

  test("[SCOPE-03] boards are nailed on without", () => {
    const codes = findingsOf(2, { ...walls, materialType: "Fiber cement" }).map(({ code }) => code);
    expect(codes).not.toContain("jChannel");
    expect(codes).not.toContain("sidingStarters");
  });

  test.each([
    { values: { standardSoffit: [{ depth: 12, length: 90 }] }, text: "90 FT of eaves to cover and no soffit panels." },
    { values: { porchSoffit: [{ depth: 8, length: 14 }] }, text: "14 FT of porch ceiling and no soffit panels." },
    { values: { fasciaWrap: [{ quantity: 80, width: "6 in" }] }, text: "80 FT of fascia to wrap and no trim coil." },
  ])("[SCOPE-03] $text", ({ values, text }) => {
    expect(textsOf(2, values)).toEqual([text]);
    expect(textsOf(7, values)).toEqual([text]);
  });
});

describe("windows", () => {
  const window = {
    quantity: 1,
    roomName: "Kitchen",
    width: 36,
    height: 48,
    windowStyle: "Double hung",
    interiorTrim: [{ interiorTrimType: 'Oak casing 2-1/4", 8 ft' }],
  };
  const rest = {
    sprayFoam: 1,
    caulk: { value: "Sealant sausage, 20 oz", quantity: 1 },
    interiorTrimMaterial: [{ quantity: 2, type: 'Oak casing 2-1/4", 8 ft', length: 16 }],
    windowPackage: { value: "Best: composite" },
  };

  test("[SCOPE-04] a complete window lacks nothing", () => {
    expect(textsOf(3, { ...rest, window: [window] })).toEqual([]);
  });

  test("[SCOPE-04] tells the window by its room and leads to it", () => {
    const { interiorTrim: _, ...untrimmed } = window;
    const found = findingsOf(3, { ...rest, window: [window, { ...untrimmed, roomName: "Bathroom", width: 0 }] });
    expect(
      found.filter(({ severity }) => severity === "missing").map(({ text, fieldKey }) => `${fieldKey}: ${text}`),
    ).toEqual([
      "window.width: Bathroom: no size, so no price.",
      "window.exteriorTrim: Bathroom: no trim inside or outside.",
    ]);
    expect(found.every(({ lineId }) => lineId !== null && lineId < 0)).toBe(true);
  });

  test("[SCOPE-04] a door brings its own frame", () => {
    const { interiorTrim: _, ...door } = { ...window, windowStyle: "Patio door", width: 72, height: 80 };
    expect(textsOf(3, { ...rest, window: [door] })).toEqual([]);
  });

  test("[SCOPE-04] parts of the whole job", () => {
    expect(textsOf(3, { window: [window] })).toEqual([
      "Windows with interior trim and none to order.",
      "1 window and no spray foam.",
      "1 window and no caulk.",
      "1 window and no package chosen.",
    ]);
  });
});

describe("gutters", () => {
  test.each([
    {
      values: { totalGutterLength: 95 },
      texts: ["95 FT of eaves that get a gutter and no gutter."],
    },
    {
      values: {
        gutter: [{ quantity: 95, gutterType: '5" K-style aluminum, seamless' }],
        totalGutterCorners: 1,
      },
      texts: ["95 FT of gutter and no downspouts.", "1 gutter corner and no corner pieces."],
    },
    {
      values: {
        gutter: [{ quantity: 95, gutterType: '5" K-style aluminum, seamless' }],
        downspout: [{ quantity: 40, downspoutType: "2 x 3 aluminum" }],
      },
      texts: ["40 FT of downspout and no elbows."],
    },
    { values: { downspout: [{ quantity: 40, downspoutType: "2 x 3 aluminum" }] }, texts: [] },
  ])("[SCOPE-05] $texts", ({ values, texts }) => {
    expect(textsOf(4, values)).toEqual(texts);
  });
});

describe("repairs", () => {
  test("[SCOPE-06] replaced work needs its replacement", () => {
    expect(textsOf(5, { replaceShinglesUnderlaymentDecking: 2, replaceRidge: 12 })).toEqual(
      expect.arrayContaining([
        "2 SQ of shingles to replace and none to put on.",
        "2 SQ of underlayment to replace and none to put down.",
        "2 SQ of decking to replace and no sheets or boards.",
        "12 FT of ridge to replace and no caps.",
      ]),
    );
  });
});

describe("prices and quantities", () => {
  test("[SCOPE-07] counted work without a price is reported", () => {
    expect(findingsOf(4, { gutter: [{ quantity: 20 }] }).find(({ code }) => code === "unpriced")).toMatchObject({
      severity: "unpriced",
      fieldKey: "gutter",
      text: "Gutter: 20 FT, without a price.",
    });
    expect(textsOf(4, { custom: [{ value: "Paint the fascia", quantity: 1 }] })).toEqual([
      "Paint the fascia: without a price.",
    ]);
  });

  test("[SCOPE-07] so is a window's type that has no price for its size, whatever else of the window costs", () => {
    const window = {
      quantity: 2,
      width: 300,
      height: 60,
      windowStyle: "Double hung",
      installType: "Insert into the existing frame",
    };
    expect(findingsOf(3, { window: [window] }).filter(({ code }) => code === "unpriced")).toMatchObject([
      { fieldKey: "window", text: "Double hung, 300 x 60 in: without a price." },
    ]);
  });

  test("[SCOPE-07] work that is free by design, paid by the hour, or never had a price is not", () => {
    expect(
      textsOf(1, {
        installPitch: [{ value: "Up to 6/12", quantity: 12 }],
        totalSquaresForMaterial: 12,
        membrane: [{ membraneArea: 12 }],
      }),
    ).toEqual([]);
    expect(textsOf(5, { tearOff: [{ value: "Single-ply membrane", quantity: 2 }] })).toEqual([]);
    expect(textsOf(1, { ageOfRoof: 20, roofingAreaOfWork: "Whole roof" })).toEqual([]);
  });

  test("[SCOPE-08] a choice without a quantity is reported with the recommendation: 30 FT / 10 = 3", () => {
    const found = findingsOf(1, {
      valleyLength: 30,
      valleyFlashing: [{ quantity: 0, valleyFlashingType: "W-valley, painted steel, 10 ft" }],
    });
    expect(found.map(({ code, text }) => `${code}: ${text}`)).toEqual([
      "noQuantity: Valley: chosen and not counted, 3 PC recommended.",
    ]);
    expect(found[0]?.lineId).toBeLessThan(0);
  });

  test("[SCOPE-01] work that the company does not offer is not reported", () => {
    const bare = indexPriceBook({ version: 1, entries: [] });
    const line = (quantity: number): readonly FormLine[] => [{ id: -2, value: null, quantity }];
    const values = { valleyLength: line(30), eaveLength: line(80), rakeEdgeLength: line(60) };
    const found = checkScope({ copies: [{ workflowId: 1, workflowEstimateId: 1, values }], book: bare });
    expect(found.map(({ code }) => code)).not.toContain("iceBarrier");
  });

  test("[SCOPE-01] every copy of a workflow is checked separately", () => {
    const line = (quantity: number): readonly FormLine[] => [{ id: -2, value: null, quantity }];
    const found = checkScope({
      copies: [
        { workflowId: 4, workflowEstimateId: 1, values: {} },
        { workflowId: 4, workflowEstimateId: 2, values: { totalGutterLength: line(50) } },
      ],
      book,
    });
    expect(found.map(({ workflowEstimateId, code }) => `${workflowEstimateId} ${code}`)).toEqual(["2 gutter"]);
  });
});
