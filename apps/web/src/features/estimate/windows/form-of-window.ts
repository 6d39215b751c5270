import { FIELDS, windowsOf } from "@ridgebook/estimating";
import type { FormProblem, FormSnapshot, WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { WINDOWS } from "#features/estimate/paths.ts";
import { unsavedWindowIds } from "#features/estimate/windows/new-window.ts";
import { markAsViewOf, wholeForm, WINDOW } from "#features/estimate/windows/window-lines.ts";

const TOP_PROPERTIES: readonly string[] = FIELDS.filter(
  ({ workflowId, parentId }) => workflowId === WINDOWS && parentId === null,
).map(({ property }) => property);

/** The window that a problem belongs to, if any: "window.2.width.0.quantity" is the third's. */
export function windowOfProblem(
  { path }: Pick<FormProblem, "path">,
  { values }: Pick<FormSnapshot, "values">,
): number | undefined {
  const [property, index] = path.split(".");
  return property === WINDOW ? windowsOf(values)[Number(index)]?.id : undefined;
}

/**
 * The form as the page of one window sees it: the same values with only this window's problems and missing prices, so that other windows do
 * not block it. Other windows with unsaved edits are saved and validated too. An untouched new window counts as unchanged.
 */
export function formOfWindow(whole: WorkflowForm, windowId: number): WorkflowForm {
  const form = wholeForm(whole);
  const own = <Told extends FormProblem>(problems: readonly Told[], snapshot: FormSnapshot): readonly Told[] => {
    if (problems.length === 0) return problems;
    const unsaved = unsavedWindowIds(form);
    return problems.filter((problem) => {
      const id = windowOfProblem(problem, snapshot);
      return id === undefined || id === windowId || unsaved.has(id);
    });
  };
  let last: { readonly of: FormSnapshot; readonly seen: FormSnapshot } | undefined;
  const view: WorkflowForm = {
    ...form,
    getSnapshot: () => {
      const of = form.getSnapshot();
      if (last?.of === of) return last.seen;
      const { values, totals, comparisons, unparsed, unsavedZeros, isChanged } = of;
      const seen: FormSnapshot = {
        values,
        totals,
        comparisons,
        unparsed,
        unsavedZeros,
        isChanged,
        lines: of.lines.filter(({ definition, line }) => definition.property !== WINDOW || line.id === windowId),
        problems: own(of.problems, of),
        // Keep it lazy.
        get told() {
          return of.told;
        },
        get lineById() {
          return of.lineById;
        },
        get recommendations() {
          return of.recommendations;
        },
      };
      last = { of, seen };
      return seen;
    },
    validate: (properties) => own(form.validate(properties), form.getSnapshot()),
    isChanged: (properties) => {
      if (!form.isChanged(properties)) return false;
      const asked = properties ?? TOP_PROPERTIES;
      if (form.isChanged(asked.filter((property) => property !== WINDOW))) return true;
      return asked.includes(WINDOW) && unsavedWindowIds(form).size > 0;
    },
  };
  markAsViewOf(view, form);
  return view;
}
