import { comparableText } from "#comparable-text.ts";
import { FIELDS, fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { validOptions } from "#price-book/choices.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { scopesAt, type LineScope } from "./line-scope.ts";

/*
 * Rows that are shown depending on another choice (3.§4). Fields outside of this table are always visible. The form decides whether a
 * hidden field keeps its value.
 */

export interface VisibilityQuestion {
  readonly workflowId: number;
  /** The field's key: "window.swing". */
  readonly key: string;
  /** The scope of the field's own line, its enclosing line, or any line below: for a window's field, that window's. */
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

/** Visible if something is chosen at `parent` and the field has options for it. */
const withOptionsFor =
  (parent: string): IsShown =>
  ({ workflowId, key, scope, book }) => {
    const field = fieldByKey(workflowId, key);
    if (!field || chosenAt(scope, parent) === null) return false;
    return validOptions(book.entryOf(field), scope).length > 0;
  };

/** Visible if the option chosen at `parent` has that name, ignoring case. */
const withOptionNamed =
  (parent: string, name: string): IsShown =>
  ({ workflowId, scope, book }) => {
    const field = fieldByKey(workflowId, parent);
    const option = field && book.entryOf(field).optionById.get(chosenAt(scope, parent) ?? "");
    return option !== undefined && comparableText(option.value) === name;
  };

/** Visible unless that option is chosen at `parent`. */
const withoutOption =
  (parent: string, optionId: string): IsShown =>
  ({ scope }) =>
    chosenAt(scope, parent) !== optionId;

/** Wall flashing by the foot has no prefabricated pieces. */
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

/** The fields that may be hidden. */
export const HIDEABLE_FIELDS: readonly FieldDefinition[] = FIELDS.filter((field) => ruleOf(field) !== undefined);

/** Whether a form shows a field, given the choices around it. */
export const isFieldVisible = (question: VisibilityQuestion): boolean => ruleOf(question)?.isShown(question) ?? true;
