import { sectionOfField, type FieldDefinition } from "@ridgebook/estimating";
import type { DocumentLine } from "./document-line.ts";

/**
 * What a top-level line is on paper:
 * - `question`: what the house and its owners told, nothing that is done;
 * - `measurement`: how large the house is, and what else the crew wants to know of it;
 * - `logistics`: what brings the job about and stays with nobody: permits, dumpster, delivery, measuring, set-up;
 * - `choice`: a color or a reveal of something that another line counts;
 * - `closing`: notes and percents of the whole workflow;
 * - `work`: what is done or built in.
 */
type LineKind = "question" | "measurement" | "logistics" | "choice" | "closing" | "work";

const CLOSING: ReadonlySet<string> = new Set(["notes", "discount", "margin"]);

const LOGISTICS: ReadonlySet<string> = new Set([
  ...["permit", "measurementReport", "finalMeasurement", "deliveryDistance", "handLoading"],
  ...["dumpsterNeeded", "dumpster", "dumpsterLabor", "dumpsterWeight"],
  ...["setupFee", "initialSetUp", "smallJobFee"],
]);

/** The properties of the lines that a choice completes: "Charcoal" belongs to the shingles. */
const COMPLETED_LINES: Readonly<Record<string, readonly string[]>> = {
  shingleColor: ["package"],
  sidingColor: ["sidingPackage"],
  sidingReveal: ["sidingPackage"],
  mountingBlockColor: ["masterBlocks", "splitBlocks", "dryerExhaustBlock"],
  chimneyFlashingColor: ["chimneyFlashing"],
};

/** Asked while the estimate is made, and worth knowing for whoever does the work. */
const TOLD_TO_THE_CREW: ReadonlySet<string> = new Set([
  ...["roofingAreaOfWork", "sidingAreaOfWork", "gutterAreaOfWork", "trimAreaOfWork"],
  ...["squaresOnStory1", "squaresOnStory2", "squaresOnStory3", "squaresOnStory4", "installPitch"],
  ...["numberOfStories", "materialType", "existingSidingStyle", "sidingInstallType"],
  ...["downspoutQuantity", "downspoutLocation"],
  ...["existingInsulationType", "existingRValue", "mold", "moisturePresent"],
]);
const QUESTIONNAIRE = "Questionnaire";

/** What a house measures, and what is reckoned from that. */
const MEASURES_OF_THE_HOUSE: ReadonlySet<string> = new Set([
  ...["totalRoofArea", "totalSidingArea", "totalAccentArea", "totalGutterLength", "totalGutterCorners"],
  ...["wasteFactorForMaterial", "wasteFactorForLabor", "gutterWasteFactorForMaterial", "gutterMaterialTotal"],
  ...["totalSquaresForMaterial", "totalSquaresForLabor"],
  ...["totalSquaresForMaterialPackage", "totalSquaresForLaborPackage"],
  ...["eaveLength", "rakeEdgeLength", "hipRidgeLength", "valleyLength", "roofToWallFlashingLength", "flashingLength"],
  ...["iceBarrierRows", "downspoutDrop", "dumpsterNeeded", "dumpsterWeight"],
]);

/** Ordered in a questionnaire, and sold like any other work. */
const SOLD_IN_A_QUESTIONNAIRE: ReadonlySet<string> = new Set([
  ...["measurementReport", "finalMeasurement", "removeExistingInsulation"],
]);

/**
 * Whether a field is asked, measured or decided, and never a thing or a work by itself, whatever a price book has it cost: answers of a
 * questionnaire, squares by story, waste, notes, margin, discount.
 */
export const isInternal = (field: FieldDefinition): boolean =>
  CLOSING.has(field.property) ||
  MEASURES_OF_THE_HOUSE.has(field.property) ||
  TOLD_TO_THE_CREW.has(field.property) ||
  field.property === "previousSidingProviders" ||
  (sectionOfField(field.id)?.name === QUESTIONNAIRE && !SOLD_IN_A_QUESTIONNAIRE.has(field.property));

const isFree = ({ amounts: { materialCost, laborCost, materialPrice, laborPrice } }: DocumentLine): boolean =>
  materialCost === 0 && laborCost === 0 && materialPrice === 0 && laborPrice === 0;

/** Units in which nothing is bought or paid while it costs nothing. */
const MEASURES: ReadonlySet<string> = new Set(["FT", "SQ FT", "SQ", "IN", "PC", "TON", "%"]);

export function kindOfLine(line: DocumentLine): LineKind {
  const { field } = line;
  if (CLOSING.has(field.property)) return "closing";
  if (LOGISTICS.has(field.property)) return "logistics";
  if (field.property in COMPLETED_LINES) return "choice";
  if (TOLD_TO_THE_CREW.has(field.property)) return "measurement";
  if (!isFree(line)) return "work";
  if (sectionOfField(field.id)?.name === QUESTIONNAIRE) return "question";
  if (line.unit === "ROW") return "measurement";
  if (field.dataType === "number" && line.children.length === 0 && MEASURES.has(line.unit)) return "measurement";
  // What nobody counts and nobody pays for was asked.
  return field.allowQuantityChange ? "work" : "question";
}

/** The lines that complete one: its color, its reveal. */
export const completingLines = (line: DocumentLine, lines: readonly DocumentLine[]): readonly DocumentLine[] =>
  lines.filter(
    ({ copyKey, field }) =>
      copyKey === line.copyKey && (COMPLETED_LINES[field.property] ?? []).includes(line.field.property),
  );

/**
 * What is chosen for a line: on it, below it, and on the lines that complete it ("Better: architectural, Charcoal").
 *
 * @param lines the top-level lines of its copy
 */
export const choicesFor = (line: DocumentLine, lines: readonly DocumentLine[]): readonly string[] =>
  [...new Set([...line.choices, ...completingLines(line, lines).map(({ choice }) => choice)])].filter(
    (text) => text !== "",
  );
