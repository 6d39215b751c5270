import { DOCUMENT_LABELS, formatPhone, fullName } from "@ridgebook/contract";
import type { WorkOrderChoices } from "#choices/document-choices.ts";
import { boughtParts } from "#lines/bought-lines.ts";
import type { DocumentLine } from "#lines/document-line.ts";
import { laborParts } from "#lines/labor-lines.ts";
import { kindOfLine } from "#lines/line-kinds.ts";
import { isWindow } from "#lines/window-rows.ts";
import type { Block, DocumentModel, DocumentSection, TableRow } from "#model/document-model.ts";
import type { DocumentSource } from "#model/document-source.ts";
import { dayText } from "#wording/dates.ts";
import { formatQuantity } from "#wording/numbers.ts";
import { quantityInWords } from "#wording/quantity-words.ts";
import {
  column,
  companyPaper,
  copiesOnPaper,
  houseParty,
  notesSections,
  party,
  referenceTo,
  row,
  section,
  sourceName,
  table,
  type CopyOnPaper,
} from "./company-paper.ts";
import { CHECKED_LINES_NOTE, scopeSection, withPointers } from "./contract-scope.ts";

/** Columns of counted lines, without amounts of money. */
const columnsFor = (name: string) => [
  column(name, { grow: 3, tone: "strong" }),
  column("Choice", { grow: 6, tone: "quiet" }),
  column("Qty", { align: "right", tone: "strong" }),
  column("Unit", { tone: "quiet" }),
];

interface Counted {
  readonly label: string;
  readonly choice: string;
  readonly quantity: number;
  readonly unit: string;
}

const countedRow = ({ label, choice, quantity, unit }: Counted): TableRow =>
  row(label, choice, formatQuantity(quantity), unit);

const countedTable = (name: string, lines: readonly Counted[]): Block[] =>
  lines.length === 0 ? [] : [table(columnsFor(name), lines.map(countedRow))];

/** A heading with its content; empty without content. */
const headed = (id: string, heading: string, blocks: readonly Block[]): DocumentSection[] =>
  blocks.length === 0 ? [] : [section(id, { heading, blocks: [...blocks] })];

/** A measurement in words: "2,000 sq ft", "Up to 6/12, 12 squares"; an answer's words. */
function measureText({ choices, quantity, unit, field }: DocumentLine): string {
  const isCounted = field.allowQuantityChange && unit !== "ROW";
  const measure = isCounted || choices.length === 0 ? quantityInWords(quantity, field.unit) : "";
  const isAnswer = unit === "" && choices.length === 0;
  return isAnswer ? "Yes" : [...choices, measure].filter((text) => text !== "").join(", ");
}

function measurements(lines: readonly DocumentLine[]): Block[] {
  const measured = lines.filter(
    // Quantities already include waste.
    (line) => line.quantity > 0 && kindOfLine(line) === "measurement" && line.unit !== "%",
  );
  if (measured.length === 0) return [];
  return [
    table(
      [column("Measurement", { grow: 1, tone: "strong" }), column("", { align: "right" })],
      measured.map((line) => row(line.label, measureText(line))),
    ),
  ];
}

/** Delivery, dumpster, permit and other logistics of all copies. */
function arrangements(copies: readonly CopyOnPaper[]): Block[] {
  const rows = copies.flatMap(({ title, lines }) =>
    lines
      .filter((line) => line.quantity > 0 && kindOfLine(line) === "logistics")
      // The dumpster line answers the question whether there is one.
      .filter(({ field }) => field.property !== "dumpsterNeeded")
      .map((line) =>
        row(
          line.label,
          line.choices.join(", "),
          title,
          formatQuantity(line.quantity),
          line.unit === "" ? "" : line.unit,
        ),
      ),
  );
  if (rows.length === 0) return [];
  return [
    table(
      [
        column("Arranged", { grow: 2, tone: "strong" }),
        column("How", { grow: 3, tone: "quiet" }),
        column("For", { grow: 2, tone: "quiet" }),
        column("Qty", { align: "right", tone: "strong" }),
        column("Unit", { tone: "quiet" }),
      ],
      rows,
    ),
  ];
}

/** What a checked box means to a crew. */
const CHECKED_LINES_NOTE_OF_JOB = "A checked line is part of this job.";

/**
 * Everything about one copy for the crew: the contract's scope and windows, counted work, materials with units and colors, measurements.
 */
function copySections(
  source: DocumentSource,
  choices: WorkOrderChoices,
  copy: CopyOnPaper,
  copies: readonly CopyOnPaper[],
): DocumentSection[] {
  const { key, title, number, lines } = copy;
  const others = copies.filter((each) => each !== copy);
  const scope = withPointers(scopeSection(source, choices, copy), others);
  const materials = boughtParts(lines).filter(({ line }) => !isWindow(line));
  // Material laid as bought is listed with its quantity.
  const counted = new Set(materials.map(({ itemId }) => itemId));
  const work = laborParts(lines).filter(
    ({ line, itemId }) => kindOfLine(line) === "work" && !isWindow(line) && !counted.has(itemId),
  );
  const named = (what: string): string => (number === "" ? what : `${title}: ${what.toLowerCase()}`);
  return [
    { ...scope, note: scope.note.replace(CHECKED_LINES_NOTE, CHECKED_LINES_NOTE_OF_JOB) },
    ...headed(`work-${key}`, named("Work"), countedTable("Work", work)),
    ...headed(`materials-${key}`, named("Materials"), countedTable("Material", materials)),
    ...headed(`measurements-${key}`, named("Measurements"), measurements(lines)),
  ];
}

const daysText = (days: number): string => `${formatQuantity(days)} working ${days === 1 ? "day" : "days"}`;

/** A crew's instructions for the work, without prices. */
export function buildWorkOrder(source: DocumentSource, choices: WorkOrderChoices): DocumentModel {
  const { settings, salesperson } = source;
  const copies = copiesOnPaper(source, choices.copies);
  const photos = choices.photos.map(({ fileId, caption }) => ({ fileId, caption }));
  const madeFrom = sourceName(source);
  return companyPaper(source, {
    kind: "workOrder",
    title: DOCUMENT_LABELS.workOrder,
    reference: referenceTo(source),
    parties: [
      houseParty(source, "Place of work"),
      party("Crew", [choices.crew || "Not assigned yet"], [madeFrom === "" ? "" : `For ${madeFrom}`]),
      party(
        "Schedule",
        [choices.startDate === null ? "Start not fixed yet" : dayText(choices.startDate)],
        [
          choices.workingDays === null ? "" : daysText(choices.workingDays),
          `Questions: ${fullName(salesperson)}`,
          formatPhone(salesperson.phoneNumber) || formatPhone(settings.phoneNumber),
        ],
      ),
    ],
    keyFigures: [],
    sections: [
      ...copies.flatMap((copy) => copySections(source, choices, copy, copies)),
      ...headed("arrangements", "Delivery, dumpster and permits", arrangements(copies)),
      ...headed("photos", "Photos", photos.length > 0 ? [{ kind: "pictures", perRow: 2, pictures: photos }] : []),
      ...notesSections(choices.texts.notes),
      section("done", { blocks: [{ kind: "blanks", labels: ["Crew lead, date", "Work inspected by, date"] }] }),
    ],
    total: null,
  });
}
