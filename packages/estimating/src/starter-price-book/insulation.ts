import { insulationWorkflowFields } from "#catalogue/insulation/insulation-workflow.ts";
import { roundMoney } from "#rounding.ts";
import { defineStarter, type StarterOption } from "./define-starter.ts";

/*
 * Insulation and air sealing. Costs are per installed bag, sheet or roll, so a bag's labor is that of the square feet it covers. Conversion
 * 1 is those square feet, from the bag's label at that R-value or depth.
 */

interface Coverage {
  readonly name: string;
  /** Square feet per bag. */
  readonly covers: number;
}

/** Products that differ only in a bag's coverage. */
const bags = (
  coverages: readonly Coverage[],
  { material, laborPerSquareFoot }: { material: number; laborPerSquareFoot: number },
): readonly StarterOption[] =>
  coverages.map(({ name, covers }) => ({
    name,
    material,
    labor: roundMoney(covers * laborPerSquareFoot),
    conversions: [covers],
  }));

const BLOWN_FIBERGLASS = bags(
  [
    { name: "Blown fiberglass, R-11", covers: 161 },
    { name: "Blown fiberglass, R-13", covers: 132 },
    { name: "Blown fiberglass, R-19", covers: 92 },
    { name: "Blown fiberglass, R-22", covers: 78 },
    { name: "Blown fiberglass, R-26", covers: 65 },
    { name: "Blown fiberglass, R-30", covers: 56 },
    { name: "Blown fiberglass, R-38", covers: 43.6 },
    { name: "Blown fiberglass, R-44", covers: 37 },
    { name: "Blown fiberglass, R-49", covers: 32 },
    { name: "Blown fiberglass, R-60", covers: 26.5 },
  ],
  { material: 38, laborPerSquareFoot: 0.75 },
);

const BLOWN_CELLULOSE = bags(
  [
    { name: "Blown cellulose, R-19", covers: 48 },
    { name: "Blown cellulose, R-30", covers: 30.4 },
    { name: "Blown cellulose, R-38", covers: 24 },
    { name: "Blown cellulose, R-49", covers: 18 },
    { name: "Blown cellulose, R-60", covers: 14.5 },
  ],
  { material: 17, laborPerSquareFoot: 0.75 },
);

const BATT_LABOR_PER_SQUARE_FOOT = 0.6;
const batt = ({ name, covers, cost }: Coverage & { cost: number }): StarterOption => ({
  name,
  material: roundMoney(covers * cost),
  labor: roundMoney(covers * BATT_LABOR_PER_SQUARE_FOOT),
  conversions: [covers],
});

const BATT_R13 = batt({ name: "Fiberglass batts, R-13, bag", covers: 106.56, cost: 0.62 });
const BATT_R19 = batt({ name: "Fiberglass batts, R-19, bag", covers: 77.5, cost: 0.8 });
const BATT_R30 = batt({ name: "Fiberglass batts, R-30, bag", covers: 58.67, cost: 1.15 });
const BATT_R38 = batt({ name: "Fiberglass batts, R-38, bag", covers: 42.67, cost: 1.45 });

/** Sprayed foam, per 100 board feet at the depth in the name. */
const foam = ({
  name,
  inches,
  material,
  labor,
}: {
  name: string;
  inches: number;
  material: number;
  labor: number;
}): StarterOption => ({
  name,
  material: material * 100,
  labor: labor * 100,
  conversions: [roundMoney(100 / inches)],
});

const OPEN_CELL_5 = foam({ name: 'Open-cell foam, 5.5", 100 board feet', inches: 5.5, material: 0.45, labor: 0.35 });
const CLOSED_CELL_2 = foam({ name: 'Closed-cell foam, 2", 100 board feet', inches: 2, material: 1, labor: 0.6 });
const CLOSED_CELL_3 = foam({ name: 'Closed-cell foam, 3", 100 board feet', inches: 3, material: 1, labor: 0.6 });

/** Dense-pack cellulose, 25 lb bags at 3.5 lb per cubic foot, by cavity depth. */
const DENSE_PACK = bags(
  [
    { name: 'Dense-pack cellulose, 3-1/2" stud', covers: 24.5 },
    { name: 'Dense-pack cellulose, 4" stud', covers: 21.4 },
    { name: 'Dense-pack cellulose, 5-1/2" stud', covers: 15.5 },
    { name: 'Dense-pack cellulose, 6" stud', covers: 14 },
  ],
  { material: 17, laborPerSquareFoot: 1.75 },
);

const VENT_LABOR = { roof: 120, wall: 95 };
const YES_NO_UNKNOWN = ["No", "Yes", "Not known"];

export const insulationStarter = defineStarter(insulationWorkflowFields, {
  decidingFactor: { options: ["Comfort", "Energy bills", "Ice dams", "Noise", "Price", "Rebate or tax credit"] },
  preferredTimeline: { options: ["As soon as possible", "Within 1 month", "1 to 3 months", "3 to 6 months", "Later"] },
  removeExistingInsulation: { cost: { labor: 0.9 } },
  mold: { options: ["None seen", "Suspected", "Visible, small", "Visible, needs remediation first"] },
  ventilation: { options: ["Ridge and soffit", "Gable only", "Box vents", "Power vent", "None"] },
  existingRValue: { options: ["None", "Up to R-11", "R-11 to R-19", "R-19 to R-30", "R-30 to R-38", "More than R-38"] },
  existingInsulationType: {
    options: [
      "None",
      "Fiberglass batts",
      "Blown fiberglass",
      "Blown cellulose",
      "Mineral wool",
      "Vermiculite, test before work",
      "Spray foam",
      "Mixed",
    ],
  },
  recentlyAddedInsulation: { options: YES_NO_UNKNOWN },
  moisturePresent: { options: ["None seen", "Stains, dry", "Damp", "Active leak"] },
  existingAirSealing: { options: ["None", "Some", "Sealed throughout", "Not known"] },

  blowerDoorTest: { cost: { labor: 150 }, range: [0, 10, 1] },
  infraredScan: { cost: { labor: 120 }, range: [0, 10, 1] },
  combustionSafetyTest: { cost: { labor: 95 }, range: [0, 10, 1] },

  airSealingPackage: {
    options: [
      { name: "Small: up to 1,000 sq ft of attic floor", material: 90, labor: 420 },
      { name: "Standard: 1,000 to 2,000 sq ft", material: 160, labor: 780 },
      { name: "Large: more than 2,000 sq ft", material: 240, labor: 1_150 },
    ],
  },
  atticAccess: {
    options: [
      { name: "Insulated tent over a pull-down stair", material: 95, labor: 65 },
      { name: "Insulated hatch with gasket", material: 70, labor: 60 },
      { name: "Knee wall door, insulated and weatherstripped", material: 85, labor: 90 },
      { name: "New access cut in and closed again", material: 60, labor: 185 },
    ],
  },
  sealRecessedLightIcRated: { cost: { material: 18, labor: 28 } },
  sealRecessedLightNotIcRated: { cost: { material: 32, labor: 45 } },
  sealDroppedSoffits: { cost: { material: 12, labor: 55 } },
  // Foam cans are bought below; this is labor, and boards if any.
  sealTopPlates: { cost: { labor: 1.1 } },
  sealKneeWallFloorLine: { cost: { material: 0.1, labor: 1.4 } },
  sealBasementBoxStill: { cost: { material: 1.15, labor: 2.6 } },
  // Conversion 1: feet of one can.
  airSealingFoam: { cost: { material: 10 }, conversions: [40] },

  "openJoistInsulation.openJoistInsulationType": {
    options: [
      ...BLOWN_FIBERGLASS,
      ...BLOWN_CELLULOSE,
      BATT_R13,
      BATT_R19,
      BATT_R30,
      BATT_R38,
      OPEN_CELL_5,
      CLOSED_CELL_3,
    ],
  },
  "kneeWallInsulation.kneeWallInsulationType": {
    options: [
      { name: 'Polyiso board 2", R-12, 4 x 8 sheet', material: 68, labor: 38.4, conversions: [32] },
      { name: 'XPS board 2", R-10, 4 x 8 sheet', material: 76, labor: 38.4, conversions: [32] },
      { name: "Reflective wrap over the batts, 500 sq ft roll", material: 145, labor: 300, conversions: [500] },
      BATT_R13,
      BATT_R19,
      CLOSED_CELL_2,
    ],
  },
  "houseWrap.houseWrapType": {
    options: [
      { name: "House wrap, 9 x 100 ft", material: 115, labor: 252, conversions: [900] },
      { name: "House wrap, 9 x 150 ft", material: 165, labor: 378, conversions: [1_350] },
      { name: "Drainable house wrap, 10 x 125 ft", material: 235, labor: 375, conversions: [1_250] },
    ],
  },
  "densePackWallExteriorInsulation.densePackWallExteriorType": { options: DENSE_PACK },
  // Added to each bag: opening and closing the siding.
  "densePackWallExteriorInsulation.densePackWallExteriorSiding": {
    options: [
      { name: "Vinyl siding, one course off and on again", material: 1, labor: 9 },
      { name: "Aluminum siding, one course off and on again", material: 2, labor: 15 },
      { name: "Wood clapboard, drilled and plugged", material: 4, labor: 19 },
      { name: "Wood or cedar shingles, off and on again", material: 6, labor: 21 },
      { name: "Brick, drilled in the joints and pointed", material: 5, labor: 28 },
      { name: "Siding already off", labor: 0 },
    ],
  },
  "densePackWallInteriorInsulation.densePackWallInteriorType": { options: DENSE_PACK },
  "densePackWallInteriorInsulation.densePackWallInteriorFinish": {
    options: [
      { name: "Drywall, plugged and first coat", material: 3, labor: 14 },
      { name: "Drywall, patched and ready for paint", material: 5, labor: 26 },
      { name: "Plaster, patched and ready for paint", material: 7, labor: 34 },
      { name: "Behind baseboard or paneling", material: 1, labor: 18 },
    ],
  },
  "closedFloorInsulation.closedFloorInsulationType": {
    options: bags(
      [
        { name: 'Dense-pack cellulose, 5-1/2" joist', covers: 15.5 },
        { name: 'Dense-pack cellulose, 7-1/4" joist', covers: 11.8 },
        { name: 'Dense-pack cellulose, 9-1/4" joist', covers: 9.3 },
        { name: 'Dense-pack cellulose, 11-1/4" joist', covers: 7.6 },
      ],
      { material: 17, laborPerSquareFoot: 1.4 },
    ),
  },

  kitchenExhaustVent: {
    options: [
      { name: "Through the roof, insulated duct", material: 58, labor: 150 },
      { name: "Through the wall", material: 52, labor: 125 },
      { name: "New hood cap only", material: 34, labor: 60 },
    ],
  },
  bathExhaustVent: {
    options: [
      { name: "Through the roof, insulated duct", material: 42, labor: VENT_LABOR.roof },
      { name: "Through the gable or wall", material: 38, labor: VENT_LABOR.wall },
      { name: "New fan and duct through the roof", material: 165, labor: 240 },
      { name: "New damper only", material: 18, labor: 45 },
    ],
  },
  deliveryDistance: {
    options: [
      { name: "Up to 25 miles", material: 0 },
      { name: "25 to 50 miles", material: 75 },
      { name: "More than 50 miles", material: 150 },
    ],
  },
  insulationAccesories: {
    options: [
      { name: "Rafter baffle", material: 3, labor: 5 },
      { name: "Soffit dam of batts, per 4 ft", material: 4, labor: 6 },
      { name: "Depth marker, pack of 10", material: 6, labor: 4 },
      { name: "Storage platform, 4 x 8 ft", material: 78, labor: 160 },
      { name: "Dam around a chimney, metal", material: 26, labor: 55 },
      { name: "Vapor retarder on a crawl space floor, per 100 sq ft", material: 22, labor: 48 },
    ],
  },
  permit: { cost: { material: 60 } },
  // Conversions 1 and 2: the factors of material and labor cost.
  custom: { conversions: [1.667, 1.667] },
  margin: { range: [0, 100, 0.5] },
  discount: { range: [0, 10, 0.5] },
});
