import { FIRST_WORKFLOW_ESTIMATE } from "#form/estimate-item.ts";
import type { WorkflowValues } from "#form/form-values.ts";
import type { NextId } from "#form/temporary-ids.ts";
import { isObject, type JsonObject } from "#is-object.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { percentToFraction } from "#totals/format-percent.ts";
import type { PaymentTerm } from "#totals/payment.ts";
import { percent, type Fraction, type Percent } from "#units.ts";
import { WORKFLOWS, type WorkflowId } from "#workflows.ts";
import { nearestNames } from "./nearest-names.ts";
import { readValues, type FilePlace } from "./read-values.ts";

interface FileWorkflow {
  readonly workflowId: WorkflowId;
  readonly workflowEstimateId: number;
  readonly values: WorkflowValues;
  /** Ids of lines whose quantity is "recommended" in the file. */
  readonly recommendedLines: ReadonlySet<number>;
  readonly discount: Percent;
  readonly margin: Percent;
}

interface PriceFile {
  /** False if the file itself is its only workflow. */
  readonly isList: boolean;
  readonly workflows: readonly FileWorkflow[];
  readonly promotion: number;
  readonly fee: number;
  readonly feePercent: Fraction;
  readonly downpayment: number;
  readonly term: PaymentTerm;
}

interface ReadContext {
  readonly book: IndexedPriceBook;
  readonly nextId: NextId;
}

const FILE_MEMBERS = ["name", "notes", "workflows", "promotion", "fee", "payment", "priceBook", "expected"];
const WORKFLOW_MEMBERS = ["workflow", "copy", "values", "discount", "margin"];
const PAYMENT_MEMBERS = ["feePercent", "downpayment", "months", "ratePercent"];

/** The names of a workflow in a file: its id, its name, its first word. */
const namesOf = ({ id, name }: { id: number; name: string }): readonly string[] => [
  String(id),
  name.toLowerCase(),
  name.toLowerCase().split(" ")[0] ?? "",
];

const placeIn = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

/** Reads members of a file's objects, and collects the problems. */
class FileReader {
  readonly problems: FilePlace[] = [];
  private readonly copies = new Set<string>();

  report(path: string, text: string): void {
    this.problems.push({ path, text });
  }

  checkMembers(object: JsonObject, known: readonly string[], path: string): void {
    for (const name of Object.keys(object))
      if (!known.includes(name))
        this.report(
          placeIn(path, name),
          `"${name}" is not known here. Nearest: ${nearestNames(name, known).join(", ")}.`,
        );
  }

  number(object: JsonObject, name: string, path: string): number {
    const value = object[name] ?? 0;
    if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
    this.report(placeIn(path, name), `${name} must be a number of 0 or more.`);
    return 0;
  }

  copy(workflow: JsonObject, workflowId: WorkflowId, path: string): number {
    const given = workflow.copy ?? FIRST_WORKFLOW_ESTIMATE;
    const isRight = typeof given === "number" && Number.isInteger(given) && given >= FIRST_WORKFLOW_ESTIMATE;
    if (!isRight) this.report(path, "copy must be a whole number of 1 or more.");
    const number = isRight ? given : FIRST_WORKFLOW_ESTIMATE;
    const copy = `${workflowId}.${number}`;
    if (this.copies.has(copy))
      this.report(path, "This copy of the workflow stands in the file twice; give each its own.");
    this.copies.add(copy);
    return number;
  }

  workflowId(value: unknown, path: string): WorkflowId | null {
    const wanted = String(value).trim().toLowerCase();
    const found = WORKFLOWS.find((workflow) => workflow.id > 0 && namesOf(workflow).includes(wanted));
    if (found) return found.id;
    const names = WORKFLOWS.filter(({ id }) => id > 0).map((workflow) => workflow.name);
    const given =
      typeof value === "string" || typeof value === "number" ? `"${value}" is not a workflow` : "workflow is missing";
    this.report(path, `${given}. Nearest: ${nearestNames(wanted, names).join(", ")}.`);
    return null;
  }

  workflow(workflow: JsonObject, path: string, { book, nextId }: ReadContext): FileWorkflow | null {
    const workflowId = this.workflowId(workflow.workflow, placeIn(path, "workflow"));
    if (workflowId === null) return null;
    const workflowEstimateId = this.copy(workflow, workflowId, placeIn(path, "copy"));
    const place = placeIn(path, "values");
    const found = readValues({ workflowId, json: workflow.values ?? {}, book, nextId, path: place });
    this.problems.push(...found.problems);
    for (const name of ["discount", "margin"])
      if (found.values[name]) this.report(`${place}.${name}`, `Give ${name} beside "values", not in it.`);
    return {
      workflowId,
      workflowEstimateId,
      values: found.values,
      recommendedLines: found.recommendedLines,
      discount: percent(this.number(workflow, "discount", path)),
      margin: percent(this.number(workflow, "margin", path)),
    };
  }
}

/** Reads a price file (docs/price-files.md). `file` is undefined if there are problems, which are reported all at once. */
export function readPriceFile(
  json: unknown,
  context: ReadContext,
): { readonly file: PriceFile | undefined; readonly problems: readonly FilePlace[] } {
  const reader = new FileReader();
  const { problems } = reader;
  if (!isObject(json)) {
    reader.report("", "The file must hold an object.");
    return { file: undefined, problems };
  }
  const isList = Array.isArray(json.workflows);
  reader.checkMembers(json, isList ? FILE_MEMBERS : [...FILE_MEMBERS, ...WORKFLOW_MEMBERS], "");
  const given: readonly unknown[] = Array.isArray(json.workflows) ? json.workflows : [json];
  const workflows = given.flatMap((workflow, index) => {
    const path = isList ? `workflows[${index}]` : "";
    if (!isObject(workflow)) {
      reader.report(path, "A workflow must be an object.");
      return [];
    }
    if (isList) reader.checkMembers(workflow, WORKFLOW_MEMBERS, path);
    return reader.workflow(workflow, path, context) ?? [];
  });
  const payment = json.payment ?? {};
  if (isObject(payment)) reader.checkMembers(payment, PAYMENT_MEMBERS, "payment");
  else reader.report("payment", "payment must be an object.");
  const terms = isObject(payment) ? payment : {};
  const file: PriceFile = {
    isList,
    workflows,
    feePercent: percentToFraction(percent(reader.number(terms, "feePercent", "payment"))),
    downpayment: reader.number(terms, "downpayment", "payment"),
    term: {
      months: reader.number(terms, "months", "payment"),
      ratePercent: reader.number(terms, "ratePercent", "payment"),
    },
    promotion: reader.number(json, "promotion", ""),
    fee: reader.number(json, "fee", ""),
  };
  return { file: problems.length > 0 ? undefined : file, problems };
}
