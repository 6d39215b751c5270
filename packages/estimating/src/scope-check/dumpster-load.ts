import { fieldByKey } from "#catalogue/catalogue.ts";
import type { WorkflowValues } from "#form/form-values.ts";
import { workflowScope } from "#form/line-scope.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { createScopeFacts } from "./scope-facts.ts";

/** What is torn off, and what the chosen dumpsters may carry. */
export interface DumpsterLoad {
  readonly tons: number;
  /** Null while no dumpster is chosen, or one of them has no known load. */
  readonly capacityTons: number | null;
}

/** The load of a workflow's dumpsters; null in workflows that have none. A dumpster's conversion 1 is the tons that it carries. */
export function dumpsterLoad({
  workflowId,
  values,
  book,
}: {
  workflowId: number;
  values: WorkflowValues;
  book: IndexedPriceBook;
}): DumpsterLoad | null {
  if (!fieldByKey(workflowId, "dumpsterWeight")) return null;
  const { quantity, conversion } = createScopeFacts({ workflowId, book, scope: workflowScope(values) });
  return { tons: quantity("dumpsterWeight"), capacityTons: conversion("dumpster.dumpsterType") || null };
}
