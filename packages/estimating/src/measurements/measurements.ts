import type { Unit } from "#units.ts";

/*
 * The measurements of a house. Names mean the same for Hover, files of other services and the roof calculator, so that one table
 * (`field-formulas.ts`) fills the forms from all of them.
 */

interface Measurement {
  /** As part of a formula: "gutters and eaves 132.67 FT". */
  readonly label: string;
  readonly unit: Unit;
  /** Paths in a Hover document; the first one with a number is used. */
  readonly hover: readonly string[];
}

export const MEASUREMENTS = {
  roofArea: { label: "Roof area", unit: "SQ FT", hover: ["roof.area.total", "summary.roof.roof_facets.area"] },
  eaves: {
    label: "Gutters and eaves",
    unit: "FT",
    hover: ["roof.measurements.gutters_eaves", "summary.roof.gutters_eaves.length"],
  },
  rakes: { label: "Rakes", unit: "FT", hover: ["roof.measurements.rakes", "summary.roof.rakes.length"] },
  ridges: { label: "Ridges", unit: "FT", hover: ["roof.measurements.ridges"] },
  hips: { label: "Hips", unit: "FT", hover: ["roof.measurements.hips"] },
  ridgesAndHips: { label: "Ridges and hips", unit: "FT", hover: ["summary.roof.ridges_hips.length"] },
  valleys: { label: "Valleys", unit: "FT", hover: ["roof.measurements.valleys", "summary.roof.valleys.length"] },
  flashing: { label: "Flashing", unit: "FT", hover: ["roof.measurements.flashing", "summary.roof.flashing.length"] },
  stepFlashing: {
    label: "Step flashing",
    unit: "FT",
    hover: ["roof.measurements.step_flashing", "summary.roof.step_flashing.length"],
  },
  eaveFascia: { label: "Eaves fascia", unit: "FT", hover: ["summary.roofline.eaves_fascia.length"] },
  rakeFascia: { label: "Rakes fascia", unit: "FT", hover: ["summary.roofline.rakes_fascia.length"] },
  levelFrieze: { label: "Level frieze board", unit: "FT", hover: ["summary.roofline.level_frieze_board.length"] },
  slopedFrieze: { label: "Sloped frieze board", unit: "FT", hover: ["summary.roofline.sloped_frieze_board.length"] },
  levelSoffitArea: {
    label: "Soffit area at eaves",
    unit: "SQ FT",
    hover: ["summary.roofline.level_frieze_board.soffit_area"],
  },
  slopedSoffitArea: {
    label: "Soffit area at rakes",
    unit: "SQ FT",
    hover: ["summary.roofline.sloped_frieze_board.soffit_area"],
  },
  sidingArea: {
    label: "Siding area",
    unit: "SQ FT",
    hover: ["summary.area.facades.siding", "summary.siding_waste.zero"],
  },
  openingsPerimeter: {
    label: "Perimeter of openings in siding",
    unit: "FT",
    hover: ["summary.openings.total_perimeter.siding"],
  },
  openingsSills: { label: "Sills of openings in siding", unit: "FT", hover: ["summary.openings.sills_length.siding"] },
  levelStarter: { label: "Level starter", unit: "FT", hover: ["summary.trim.level_starter.siding"] },
  insideCorners: { label: "Inside corners", unit: "FT", hover: ["summary.corners.inside_corners_len.siding"] },
  outsideCorners: { label: "Outside corners", unit: "FT", hover: ["summary.corners.outside_corners_len.siding"] },
  shutters: { label: "Shutters", unit: "EA", hover: ["summary.accessories.shutter_qty.siding"] },
} as const satisfies Record<string, Measurement>;

export type MeasurementName = keyof typeof MEASUREMENTS;

export const MEASUREMENT_NAMES = Object.keys(MEASUREMENTS) as MeasurementName[];

/** "Gutters and eaves, FT": as a choice. */
export const measurementTitle = (name: MeasurementName): string =>
  `${MEASUREMENTS[name].label}, ${MEASUREMENTS[name].unit}`;

export const isMeasurementName = (name: string): name is MeasurementName => Object.hasOwn(MEASUREMENTS, name);

/** Paths of a Hover document that are read but are not a single number. `[]` is any entry of a list. */
export const HOVER_LIST_PATHS: readonly string[] = [
  "openings.windows[].opening",
  "openings.windows[].width_x_height",
  "roof.facets[].facet",
  "roof.facets[].area",
  "roof.facets[].pitch",
  "roof.pitch[].roof_pitch",
  "roof.pitch[].area",
  "summary.roof.pitch[].roof_pitch",
  "summary.roof.pitch[].area",
];

/** Paths that identify the document and the house. */
export const HOVER_IDENTITY_PATHS: readonly string[] = [
  "version",
  "summary.address",
  "summary.property_id",
  "summary.external_identifier",
];

const OTHER_CLADDING = "Brick, stucco and other cladding: the forms price siding.";
const PART_OF_TOTAL = "The total of the house is taken instead.";
const WASTE = "The estimate's own waste factor is used.";
const PICTURE = "A picture behind Hover's login, no measurement.";
const COUNT = "A count of lines; the forms ask for their length.";

/**
 * All other paths of a Hover document, with the reason why they fill no field. Shown to the person. A test fails for a path that is neither
 * read nor listed here.
 */
export const UNUSED_HOVER_PATHS: readonly { readonly path: string; readonly reason: string }[] = [
  ...["facades", "openings", "unknown", "total"].map((of) => ({
    path: `summary.area.${of}.other`,
    reason: OTHER_CLADDING,
  })),
  { path: "summary.area.openings.siding", reason: "The siding area is measured without openings." },
  { path: "summary.area.unknown.siding", reason: "Hover could not tell what it is." },
  { path: "summary.area.total.siding", reason: "It includes openings; the siding area is taken." },
  { path: "summary.openings.*.other", reason: OTHER_CLADDING },
  { path: "summary.openings.quantity.siding", reason: "Windows are taken one by one." },
  { path: "summary.openings.tops_length.siding", reason: "Part of the perimeter of the openings." },
  { path: "summary.openings.sides_length.siding", reason: "Part of the perimeter of the openings." },
  { path: "summary.siding_waste.*", reason: WASTE },
  { path: "summary.trim.*.other", reason: OTHER_CLADDING },
  { path: "summary.trim.sloped_trim.siding", reason: "Which trim goes there is chosen on the Trim step." },
  { path: "summary.trim.vertical_trim.siding", reason: "Which trim goes there is chosen on the Trim step." },
  { path: "summary.roofline.eaves_fascia.*", reason: "Fascia has a length only." },
  { path: "summary.roofline.rakes_fascia.*", reason: "Fascia has a length only." },
  { path: "summary.roofline.level_frieze_board.avg_depth", reason: "The depth follows from soffit area and length." },
  { path: "summary.roofline.sloped_frieze_board.avg_depth", reason: "The depth follows from soffit area and length." },
  { path: "summary.corners.*.other", reason: OTHER_CLADDING },
  { path: "summary.corners.inside_corners_qty.siding", reason: "Posts are counted from the length." },
  { path: "summary.corners.outside_corners_qty.siding", reason: "Posts are counted from the length." },
  { path: "summary.accessories.*.other", reason: OTHER_CLADDING },
  { path: "summary.accessories.shutter_area.siding", reason: "Shutters are counted in sets." },
  { path: "summary.accessories.vents_qty.siding", reason: "Hover does not tell gable vents from other vents." },
  { path: "summary.accessories.vents_area.siding", reason: "Hover does not tell gable vents from other vents." },
  { path: "summary.roof.roof_facets.*", reason: COUNT },
  ...["ridges_hips", "valleys", "rakes", "gutters_eaves", "flashing", "step_flashing"].flatMap((of) => [
    { path: `summary.roof.${of}.area`, reason: "A line has no area." },
    { path: `summary.roof.${of}.total`, reason: COUNT },
  ]),
  { path: "summary.roof.pitch[].percentage", reason: "The area of each pitch is taken." },
  { path: "summary.roof.waste_factor.area.*", reason: WASTE },
  { path: "footprint.stories", reason: 'Hover says "1" or ">1"; the forms need the number.' },
  { path: "footprint.perimeter", reason: "No field asks for it." },
  { path: "footprint.area", reason: "No field asks for it." },
  { path: "footprint.wireframe_url", reason: PICTURE },
  { path: "elevations.sides.*.total", reason: PART_OF_TOTAL },
  { path: "elevations.sides.*.area_per_label[].*", reason: PART_OF_TOTAL },
  { path: "facades.*[].facade", reason: PART_OF_TOTAL },
  { path: "facades.*[].area", reason: PART_OF_TOTAL },
  { path: "facades.*[].shutters", reason: PART_OF_TOTAL },
  { path: "facades.*[].vents", reason: PART_OF_TOTAL },
  { path: "facades.*[].labeled_on_screenshot", reason: "About Hover's pictures, no measurement." },
  { path: "facades.*[].area_with_waste_factor_calculation.*", reason: WASTE },
  { path: "facades.*[].trim.*", reason: PART_OF_TOTAL },
  { path: "facades.*[].corners.*", reason: "Each corner is listed on both walls; the total of the house is taken." },
  { path: "facades.*[].roofline.*", reason: PART_OF_TOTAL },
  { path: "facades.*[].openings.*", reason: PART_OF_TOTAL },
  { path: "openings.windows[].united_inches", reason: "United inches are width and height together." },
  { path: "openings.windows[].area", reason: "Windows are priced by width and height." },
  { path: "openings.doors[].*", reason: "Doors are chosen on their own step." },
  { path: "openings.window_groups[].*", reason: "Windows are taken one by one." },
  { path: "openings.window_groups[].windows[]", reason: "Windows are taken one by one." },
  { path: "roof.area.facets", reason: COUNT },
  { path: "roof.pitch[].percentage", reason: "The area of each pitch is taken." },
  { path: "roof.wireframe_*_url", reason: PICTURE },
  { path: "wireframes.*.*_url", reason: PICTURE },
  { path: "wireframes.*.metadata.version", reason: PICTURE },
  { path: "captured_images[]", reason: PICTURE },
];
