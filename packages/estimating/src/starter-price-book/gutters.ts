import { gutterWorkflowFields } from "#catalogue/gutters/gutter-workflow.ts";
import { ALUMINUM_COLORS } from "./colors.ts";
import { defineStarter, type StarterOption } from "./define-starter.ts";

const ALUMINUM_GUTTERS: readonly StarterOption[] = [
  { name: '5" K-style aluminum, seamless', material: 3.2, labor: 4.6 },
  { name: '6" K-style aluminum, seamless', material: 4.4, labor: 5.1 },
  { name: '5" half round aluminum', material: 7.5, labor: 7.5 },
  { name: '6" half round aluminum', material: 9, labor: 7.5 },
];
const COPPER_GUTTER = '6" half round copper';

const ALUMINUM_DOWNSPOUTS: readonly StarterOption[] = [
  { name: "2 x 3 aluminum", material: 2.6, labor: 3.6 },
  { name: "3 x 4 aluminum", material: 3.7, labor: 3.8 },
  { name: '4" round aluminum', material: 6.2, labor: 4.4 },
];
const COPPER_DOWNSPOUT = '4" round copper';

const METAL_COLORS: readonly StarterOption[] = [...ALUMINUM_COLORS, { name: "Copper", swatch: "#b06c3f" }];
const PAINTED = ALUMINUM_COLORS.map(({ name }) => name);
const COPPER_ONLY = ["Copper"];

/** Gutters, guards and downspouts. Costs per foot or piece; conversions are feet covered by one piece unless said otherwise. */
export const gutterStarter = defineStarter(gutterWorkflowFields, {
  removeGutters: { cost: { labor: 1.2 } },
  gutterAreaOfWork: {
    options: ["Whole house", "Front only", "Back only", "Left side", "Right side", "Garage", "Porch"],
  },
  // A number starts at its minimum: 5 % by default.
  gutterWasteFactorForMaterial: { range: [5, 25, 1] },
  "gutter.gutterType": {
    options: [...ALUMINUM_GUTTERS, { name: COPPER_GUTTER, material: 24, labor: 14 }],
  },
  "gutter.gutterColor": {
    options: METAL_COLORS,
    offeredFor: {
      "gutter.gutterType": {
        ...Object.fromEntries(ALUMINUM_GUTTERS.map(({ name }) => [name, PAINTED])),
        [COPPER_GUTTER]: COPPER_ONLY,
      },
    },
  },
  "gutter.gutterInstallType": {
    options: [
      { name: "Hidden hangers every 24 inches", material: 0.55, labor: 0.3 },
      { name: "Hidden hangers every 12 inches", material: 1.1, labor: 0.6 },
      { name: "Roof straps", material: 1.4, labor: 0.9 },
    ],
  },
  "gutterProtection.gutterProtectionType": {
    options: [
      { name: "Screen", material: 6.4, labor: 9.6, conversions: [4] },
      { name: "Perforated aluminum", material: 10.4, labor: 9.6, conversions: [4] },
      { name: "Stainless micro-mesh", material: 16.8, labor: 9.6, conversions: [4] },
      { name: "Solid cover", material: 32.5, labor: 12, conversions: [5] },
    ],
  },
  // Conversion 1: feet of gutter that each corner adds. A corner's cost depends on its gutter.
  gutterCorners: {
    conversions: [2],
    variants: [
      { when: { "gutter.gutterType": COPPER_GUTTER }, material: 68, labor: 32 },
      { when: { "gutter.gutterType": '6" half round aluminum' }, material: 30, labor: 22 },
      { when: { "gutter.gutterType": '5" half round aluminum' }, material: 26, labor: 22 },
      { when: { "gutter.gutterType": '6" K-style aluminum, seamless' }, material: 14, labor: 16 },
      { material: 11, labor: 16 },
    ],
  },
  "downspout.downspoutType": {
    options: [...ALUMINUM_DOWNSPOUTS, { name: COPPER_DOWNSPOUT, material: 19, labor: 9 }],
  },
  "downspout.downspoutColor": {
    options: METAL_COLORS,
    offeredFor: {
      "downspout.downspoutType": {
        ...Object.fromEntries(ALUMINUM_DOWNSPOUTS.map(({ name }) => [name, PAINTED])),
        [COPPER_DOWNSPOUT]: COPPER_ONLY,
      },
    },
  },
  // Conversion 1: elbows of one downspout. An elbow's cost depends on its downspout.
  downspoutElbows: {
    conversions: [3],
    variants: [
      { when: { "downspout.downspoutType": COPPER_DOWNSPOUT }, material: 34, labor: 8 },
      { when: { "downspout.downspoutType": '4" round aluminum' }, material: 11, labor: 4 },
      { when: { "downspout.downspoutType": "3 x 4 aluminum" }, material: 6, labor: 3 },
      { material: 4, labor: 3 },
    ],
  },
  // Conversion 1: feet of gutter per downspout.
  downspoutQuantity: { conversions: [35] },
  // Conversion 1: feet of one downspout per story.
  downspoutDrop: { range: [0, 100, 1], conversions: [10] },
  soffitLightingType: {
    options: [
      { name: "LED soffit light, 4 inch", material: 34, labor: 65 },
      { name: "LED soffit light, 6 inch", material: 42, labor: 65 },
      { name: "Remove and reset existing light", labor: 40 },
    ],
  },
  trackLightingType: {
    options: [
      { name: "Permanent LED track, color", material: 14, labor: 9 },
      { name: "Permanent LED track, white", material: 10, labor: 9 },
    ],
  },
  "woodReplacement.woodReplacementMaterial": {
    options: [
      { name: "Pine 1 x 6, primed, 16 ft", material: 28, labor: 62, conversions: [16] },
      { name: "Pine 1 x 8, primed, 16 ft", material: 36, labor: 66, conversions: [16] },
      { name: "PVC 1 x 6, 18 ft", material: 56, labor: 76, conversions: [18] },
      { name: "PVC 1 x 8, 18 ft", material: 75, labor: 80, conversions: [18] },
    ],
  },
  gutterAccessories: {
    options: [
      { name: "Splash block", material: 14, labor: 4 },
      { name: "Flip-up extension", material: 19, labor: 8 },
      { name: "Gutter wedge", material: 1.6, labor: 1 },
      { name: "Rain diverter", material: 12, labor: 15 },
      { name: "Underground drain connection", material: 38, labor: 85 },
      { name: "Second story, per 10 ft", labor: 15 },
      { name: "End cap", material: 3.5, labor: 2 },
      { name: "Leaf catcher in the downspout", material: 32, labor: 18 },
      { name: "Heating cable, per 10 ft", material: 95, labor: 60 },
    ],
  },
  permit: { cost: { material: 60 } },
  // Conversions 1 and 2: the factors of material and labor cost.
  custom: { conversions: [1.667, 1.667] },
  margin: { range: [0, 100, 0.5] },
  discount: { range: [0, 10, 0.5] },
});
