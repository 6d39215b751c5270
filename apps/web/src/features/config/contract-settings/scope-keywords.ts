import { explainKeyword, parseKeywords, type Keyword, type KeywordKind } from "@ridgebook/documents";
import { FIELDS, findField, WORKFLOWS, workflowOfFieldId, type WorkflowId } from "@ridgebook/estimating";
import { fieldName, fieldTitle } from "#features/config/config-texts.ts";
import type { EditorKeywords, KeywordKindChoice } from "#ui/rich-text-editor/editor-keywords.ts";

/*
 * Keywords of scope texts in the editor. The text of a workflow is about one copy of that workflow, so a field of another one would print as nothing
 * there: it is not offered, and marked where it was typed.
 */

const KINDS: readonly (KeywordKindChoice & { kind: KeywordKind })[] = [
  {
    kind: "if",
    label: "Check the line if",
    hint: "The line's box is checked if the field has a quantity, and unchecked if that is 0.",
    takesSeveral: true,
  },
  { kind: "value", label: "Value", hint: "Replaced with what is chosen or entered for the field." },
  {
    kind: "quantity",
    label: "Quantity",
    hint: "Replaced with the quantity of the field, as a number without its unit.",
  },
  {
    kind: "each",
    label: "Repeat the line",
    hint: "The line is repeated for each item of the field. Value and quantity in it speak of that item.",
  },
];

/** Follows the name of the field in the text. */
const KIND_NAMES: Readonly<Record<string, string>> = {
  if: "checks the line",
  value: "value",
  quantity: "quantity",
  each: "repeats the line",
};

const workflowName = (id: number): string => WORKFLOWS.find((workflow) => workflow.id === id)?.name ?? "";

const nameOf = (id: string): string => {
  const field = findField(id);
  return field ? fieldName(field) : id;
};

/** The problem of a keyword that is valid in the text of another workflow only. */
function foreignFieldProblem(workflowId: WorkflowId, { fieldIds }: Keyword): string | undefined {
  const foreign = fieldIds.find((id) => workflowOfFieldId(id) !== workflowId);
  if (foreign === undefined) return undefined;
  const [home, here] = [workflowOfFieldId(foreign), workflowId].map(workflowName);
  return `${nameOf(foreign)} (${foreign}) is a field of ${home ?? ""}, and this text speaks of ${here ?? ""} only.`;
}

function makeKeywords(workflowId: WorkflowId | null): EditorKeywords {
  const parse = (text: string): readonly Keyword[] =>
    parseKeywords(text).map((keyword) => {
      const problem = keyword.problem ?? (workflowId === null ? undefined : foreignFieldProblem(workflowId, keyword));
      return { ...keyword, ...(problem !== undefined && { problem }) };
    });
  const fieldLabel = workflowId === null ? fieldTitle : nameOf;
  return {
    parse,
    name: ({ kind, fieldIds }) => `${fieldIds.map(fieldLabel).join(" or ")}, ${KIND_NAMES[kind] ?? kind}`,
    // Every keyword from the editor came from `parse`.
    explain: (keyword) => explainKeyword(keyword as Keyword, { fieldLabel }),
    kinds: KINDS,
    fields: FIELDS.filter((field) => workflowId === null || field.workflowId === workflowId).map(({ id }) => ({
      id,
      name: fieldLabel(id),
    })),
    write: (kind, fieldIds) => `{{${kind} ${fieldIds.join("+")}}}`,
  };
}

const keywordsByWorkflow = new Map<WorkflowId | null, EditorKeywords>();

/** The keywords of a workflow's scope text; for null, those of a text about all workflows. Always the same object. */
export function scopeKeywords(workflowId: WorkflowId | null): EditorKeywords {
  const known = keywordsByWorkflow.get(workflowId);
  if (known) return known;
  const keywords = makeKeywords(workflowId);
  keywordsByWorkflow.set(workflowId, keywords);
  return keywords;
}
