/** The input of a step: a name with a number, a choice or a box; a name alone is a button. */
export type Entry = readonly [name: string, value?: string | boolean];

interface RoofStep {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** The roof of the walk: the colonial of packages/estimating/houses, with at least one entry on each step. */
export const ROOF: readonly RoofStep[] = [
  {
    title: "Questionnaire",
    entries: [
      ["Area of work", "Whole roof"],
      ["Number of stories", "2"],
      ["Age of roof in years", "22"],
      ["Roof leaks now", true],
    ],
  },
  {
    title: "Details",
    entries: [
      ["Squares on story 2", "9"],
      ["Add tear-off"],
      ["Tear-off layers", "1 layer"],
      ["Tear-off pitch", "Up to 6/12"],
      ["Tear-off material", "Architectural asphalt"],
      ["Material type", "Asphalt shingles"],
      ["Total roof area", "2000"],
      ["Install pitch 1 quantity", "11"],
      ["Install pitch 2 quantity", "9"],
      ["Use 20 for Tear-off"],
    ],
  },
  {
    title: "Decking & Underlayment",
    entries: [
      ["Eave length", "80"],
      ["Rake edge length", "66"],
      ["Hip and ridge length", "40"],
      ["Add decking"],
      ["Decking type", "OSB 7/16 in, 4 x 8 ft"],
      ["Decking area", "128"],
      ["Use 4 for Decking"],
    ],
  },
  {
    title: "Flashing",
    entries: [
      ["Add drip edge"],
      ["Drip edge type", "Aluminum, 10 ft"],
      ["Drip edge color", "White"],
      ["Use 15 for Drip edge"],
      ["PVC pipe flashing", "3 to 4 in pipe"],
      ["PVC pipe flashing quantity", "2"],
    ],
  },
  {
    title: "Chimneys",
    entries: [
      ["Add chimney flashing"],
      ["Chimney flashing", "Brick chimney, aluminum"],
      ["Chimney flashing quantity", "18"],
    ],
  },
  { title: "Skylight", entries: [["Re-flash curb-mounted skylight", "1"]] },
  {
    title: "Ventilation",
    entries: [
      ["Ridge vent", "Rigid, under the caps"],
      ["Ridge vent quantity", "40"],
    ],
  },
  {
    title: "Flat Roof",
    entries: [["Add membrane"], ["Area", "2.333"], ["Type", "Modified bitumen, 1 SQ roll"]],
  },
  {
    title: "Soffit",
    entries: [
      ["Add cut soffit vent"],
      ["Cut soffit vent", "Rectangular vent, 8 x 16 in"],
      ["Cut soffit vent quantity", "6"],
    ],
  },
  {
    title: "Fascia",
    entries: [
      ["Add aluminum fascia"],
      ["Aluminum fascia width", "6 in"],
      ["Aluminum fascia color", "White"],
      ["Aluminum fascia quantity", "80"],
    ],
  },
  {
    title: "Exterior Lighting",
    entries: [
      ["Soffit lighting", "LED soffit light, 4 inch"],
      ["Soffit lighting quantity", "4"],
    ],
  },
  {
    title: "Gutters",
    entries: [
      ["Add gutter protection"],
      ["Gutter protection type", "Screen"],
      ["Gutter protection length", "80"],
      ["Use 20 for Gutter protection"],
    ],
  },
  { title: "Extras", entries: [["Roofing permit", true], ["Add caulk"], ["Caulk", "Roof sealant, 10 oz"]] },
  {
    title: "Package",
    entries: [
      ["Choose Better: architectural"],
      ["Roofing installation", "Asphalt shingles, 4 nails"],
      ["Underlayment", "Synthetic, 10 SQ roll"],
      ["Use 3 for Underlayment"],
    ],
  },
];
