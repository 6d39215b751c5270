import { sectionOfField, type FieldDefinition } from "@ridgebook/estimating";
import type { DocumentLine } from "./document-line.ts";

/**
 * The kind of a top-level line on paper:
 * - `question`: an answer of the owners, nothing to do;
 * - `measurement`: the house's size, and other facts for the crew;
 * - `logistics`: permits, dumpster, delivery, measuring, setup;
 * - `choice`: a color or reveal of something that another line counts;
 * - `closing`: notes and percents of the whole workflow;
 * - `work`: what is done or installed.
 */
type LineKind = "question" | "measurement" | "logistics" | "choice" | "closing" | "work";

const CLOSING: ReadonlySet<string> = new Set(["notes", "discount", "margin"]);

const LOGISTICS: ReadonlySet<string> = new Set([
  "permit",
  "measurementReport",
  "finalMeasurement",
  "deliveryDistance",
  "handLoading",
  "dumpsterNeeded",
  "dumpster",
  "dumpsterLabor",
  "dumpsterWeight",
  "setupFee",
  "initialSetUp",
  "smallJobFee",
]);

/** Properties of the lines that a choice completes: "Charcoal" belongs to the shingles. */
const COMPLETED_LINES: Readonly<Record<string, readonly string[]>> = {
  shingleColor: ["package"],
  sidingColor: ["sidingPackage"],
  sidingReveal: ["sidingPackage"],
  mountingBlockColor: ["masterBlocks", "splitBlocks", "dryerExhaustBlock"],
  chimneyFlashingColor: ["chimneyFlashing"],
};

/** Questions whose answers the crew needs. */
const TOLD_TO_THE_CREW: ReadonlySet<string> = new Set([
  "roofingAreaOfWork",
  "sidingAreaOfWork",
  "gutterAreaOfWork",
  "trimAreaOfWork",
  "squaresOnStory1",
  "squaresOnStory2",
  "squaresOnStory3",
  "squaresOnStory4",
  "installPitch",
  "numberOfStories",
  "materialType",
  "existingSidingStyle",
  "sidingInstallType",
  "downspoutQuantity",
  "downspoutLocation",
  "existingInsulationType",
  "existingRValue",
  "mold",
  "moisturePresent",
]);
const QUESTIONNAIRE = "Questionnaire";

/** Measurements of the house, and values calculated from them. */
const MEASURES_OF_THE_HOUSE: ReadonlySet<string> = new Set([
  "totalRoofArea",
  "totalSidingArea",
  "totalAccentArea",
  "totalGutterLength",
  "totalGutterCorners",
  "wasteFactorForMaterial",
  "wasteFactorForLabor",
  "gutterWasteFactorForMaterial",
  "gutterMaterialTotal",
  "totalSquaresForMaterial",
  "totalSquaresForLabor",
  "totalSquaresForMaterialPackage",
  "totalSquaresForLaborPackage",
  "eaveLength",
  "rakeEdgeLength",
  "hipRidgeLength",
  "valleyLength",
  "roofToWallFlashingLength",
  "flashingLength",
  "iceBarrierRows",
  "downspoutDrop",
  "dumpsterNeeded",
  "dumpsterWeight",
]);

/** Ordered in a questionnaire, and sold like other work. */
const SOLD_IN_A_QUESTIONNAIRE: ReadonlySet<string> = new Set([
  "measurementReport",
  "finalMeasurement",
  "removeExistingInsulation",
]);

/**
 * Whether a field is a question, measurement or decision rather than a thing or work, even if the price book has a cost: answers of a
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

/** Units in which free lines are neither bought nor paid. */
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
  // Uncounted and free: it was a question.
  return field.allowQuantityChange ? "work" : "question";
}

/** The lines that complete one: its color, its reveal. */
export const completingLines = (line: DocumentLine, lines: readonly DocumentLine[]): readonly DocumentLine[] =>
  lines.filter(
    ({ copyKey, field }) =>
      copyKey === line.copyKey && (COMPLETED_LINES[field.property] ?? []).includes(line.field.property),
  );

/**
 * The choices of a line: on it, below it, and on the lines that complete it ("Better: architectural, Charcoal").
 *
 * @param lines the top-level lines of its copy
 */
export const choicesFor = (line: DocumentLine, lines: readonly DocumentLine[]): readonly string[] =>
  [...new Set([...line.choices, ...completingLines(line, lines).map(({ choice }) => choice)])].filter(
    (text) => text !== "",
  );
