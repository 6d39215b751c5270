import { fieldByKey } from "#catalogue/catalogue.ts";
import type { FilledForm } from "#form/filled-form.ts";
import { workflowScope } from "#form/line-scope.ts";
import { createScopeFacts } from "./scope-facts.ts";

/** The torn-off weight, and the capacity of the chosen dumpsters. */
interface DumpsterLoad {
  readonly tons: number;
  /** Null without a dumpster, or if the capacity of one is unknown. */
  readonly capacityTons: number | null;
}

/** The load of a workflow's dumpsters; null in workflows without them. A dumpster's conversion 1 is its capacity in tons. */
export function dumpsterLoad({ workflowId, values, book }: FilledForm): DumpsterLoad | null {
  if (!fieldByKey(workflowId, "dumpsterWeight")) return null;
  const { quantity, conversion } = createScopeFacts({ workflowId, book, scope: workflowScope(values) });
  return { tons: quantity("dumpsterWeight"), capacityTons: conversion("dumpster.dumpsterType") || null };
}
