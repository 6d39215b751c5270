import { comparableText } from "#comparable-text.ts";
import { FIELDS, fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { validOptions } from "#price-book/choices.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { scopesAt, type LineScope } from "./line-scope.ts";

/*
 * Rows of a form that come and go with another choice (3.§4). What is not in the table is always visible. A row that is hidden
 * keeps its field; whether it keeps its value is the form's matter.
 */

interface VisibilityQuestion {
  readonly workflowId: number;
  /** The field in question: "window.swing". */
  readonly key: string;
  /** The line that holds the field, its own line, or anything below: of a window's field the scope of that window. */
  readonly scope: LineScope;
  readonly book: IndexedPriceBook;
}

type IsShown = (question: VisibilityQuestion) => boolean;

interface VisibilityRule {
  readonly workflowId: number;
  readonly keys: readonly string[];
  readonly isShown: IsShown;
}

const chosenAt = (scope: LineScope, key: string): string | null => scopesAt(scope, key)[0]?.line?.value ?? null;

/** Once something is chosen at `parent`, and only if the field has options that go with it. */
const withOptionsFor =
  (parent: string): IsShown =>
  ({ workflowId, key, scope, book }) => {
    const field = fieldByKey(workflowId, key);
    if (!field || chosenAt(scope, parent) === null) return false;
    return validOptions(book.entryOf(field), scope).length > 0;
  };

/** Only while the option chosen at `parent` has that name, in upper or lower case. */
const withOptionNamed =
  (parent: string, name: string): IsShown =>
  ({ workflowId, scope, book }) => {
    const field = fieldByKey(workflowId, parent);
    const option = field && book.entryOf(field).optionById.get(chosenAt(scope, parent) ?? "");
    return option !== undefined && comparableText(option.value) === name;
  };

/** Unless that option is chosen at `parent`. */
const withoutOption =
  (parent: string, optionId: string): IsShown =>
  ({ scope }) =>
    chosenAt(scope, parent) !== optionId;

/** Wall flashing that is sold and laid by the foot: no prefabricated pieces. */
const WALL_FLASHING_BY_THE_FOOT = "2.96.1";

const RULES: readonly VisibilityRule[] = [
  {
    workflowId: 3,
    keys: [
      "window.swing",
      "window.operatingSash",
      "window.obscureSash",
      "window.blinds",
      "window.weld",
      "window.roofOption",
    ],
    isShown: withOptionsFor("window.windowStyle"),
  },
  { workflowId: 3, keys: ["window.footLock"], isShown: withOptionNamed("window.windowStyle", "patio door") },
  {
    workflowId: 2,
    keys: ["wallFlashing.wallFlashingQuantity"],
    isShown: withoutOption("wallFlashing.wallFlashingType", WALL_FLASHING_BY_THE_FOOT),
  },
];

const ruleOf = ({ workflowId, key }: Pick<VisibilityQuestion, "workflowId" | "key">): VisibilityRule | undefined =>
  RULES.find((rule) => rule.workflowId === workflowId && rule.keys.includes(key));

/** The fields that come and go; all others are always visible. */
export const HIDEABLE_FIELDS: readonly FieldDefinition[] = FIELDS.filter((field) => ruleOf(field) !== undefined);

/** Whether a form shows a field, given what is chosen around it. */
export const isFieldVisible = (question: VisibilityQuestion): boolean => ruleOf(question)?.isShown(question) ?? true;
