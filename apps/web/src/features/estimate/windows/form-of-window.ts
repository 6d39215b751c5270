import { FIELDS, windowsOf } from "@ridgebook/estimating";
import type { FormProblem, FormSnapshot, WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { WINDOWS } from "#features/estimate/paths.ts";
import { unsavedWindowIds } from "#features/estimate/windows/new-window.ts";
import { markAsViewOf, wholeForm, WINDOW } from "#features/estimate/windows/window-lines.ts";

const TOP_PROPERTIES: readonly string[] = FIELDS.filter(
  ({ workflowId, parentId }) => workflowId === WINDOWS && parentId === null,
).map(({ property }) => property);

/** The window that a problem stands at: "window.2.width.0.quantity" is the third's. Undefined for one that stands at none. */
export function windowOfProblem(
  { path }: Pick<FormProblem, "path">,
  { values }: Pick<FormSnapshot, "values">,
): number | undefined {
  const [property, index] = path.split(".");
  return property === WINDOW ? windowsOf(values)[Number(index)]?.id : undefined;
}

/**
 * The form as the page of one window sees it: the same values, with the problems and missing prices of that window only, so that
 * another window that needs something stands in nobody's way. Windows with unsaved work are saved along and so are checked along.
 * A new window in which nobody entered anything is no change.
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
      const { values, totals, comparisons, unread, unsavedZeros, isChanged } = of;
      const seen: FormSnapshot = {
        ...{ values, totals, comparisons, unread, unsavedZeros, isChanged },
        lines: of.lines.filter(({ definition, line }) => definition.property !== WINDOW || line.id === windowId),
        problems: own(of.problems, of),
        // Still worked out only for whoever asks.
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
