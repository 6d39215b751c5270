import { comparableText } from "#comparable-text.ts";
import { recommendationFor } from "#recommendations/recommend.ts";
import { evaluate } from "#expressions/evaluate.ts";
import { linesOf, type FormLine } from "./form-values.ts";
import type { FilledForm } from "./filled-form.ts";
import { chosen, formulaAtImaginedLine, nameAt } from "./imagined-line.ts";
import { scopesAt, workflowScope } from "./line-scope.ts";

/** The kinds of trim at windows; each has its own list of orders for all windows. */
export const WINDOW_TRIMS = ["interiorTrim", "exteriorTrim"] as const;
export type WindowTrim = (typeof WINDOW_TRIMS)[number];

/** The top-level field that orders a trim. */
export const trimOrderOf = (trim: WindowTrim): `${WindowTrim}Material` => `${trim}Material`;

export interface WindowTrimNeed {
  /** As displayed. */
  readonly type: string;
  /** "" if none is chosen. */
  readonly color: string;
  /** Whole feet; above 0 for windows' needs. */
  readonly feet: number;
}

/** A case-insensitive name of a type and color. */
export const trimName = ({ type, color }: Pick<WindowTrimNeed, "type" | "color">): string =>
  comparableText(`${type} ${color}`);

export interface TrimOrder extends WindowTrimNeed {
  readonly trim: WindowTrim;
  readonly row: FormLine;
  readonly pieces: number;
}

/** A form's trim orders by row. */
export const trimOrders = (context: FilledForm): readonly TrimOrder[] =>
  WINDOW_TRIMS.flatMap((trim) => {
    const order = trimOrderOf(trim);
    return linesOf(context.values, order).map((row): TrimOrder => {
      const childAt = (property: string) => linesOf(row.children, property)[0];
      const nameOf = (property: string): string => nameAt(context, `${order}.${property}`, childAt(property));
      const feet = childAt("length")?.quantity ?? 0;
      return { trim, row, type: nameOf("type"), color: nameOf("color"), feet, pieces: row.quantity ?? 0 };
    });
  });

/** The need of all windows by type and color: the length that the Trim step recommends. */
export function windowTrimNeeds(context: FilledForm, trim: WindowTrim): readonly WindowTrimNeed[] {
  const [order, atWindow] = [trimOrderOf(trim), `window.${trim}`];
  const needed = recommendationFor(context.workflowId, `${order}.length`);
  if (!needed) return [];
  const kinds = new Map<string, Pick<WindowTrimNeed, "type" | "color">>();
  for (const { lines } of scopesAt(workflowScope(context.values), atWindow)) {
    const nameOf = (property: string): string => nameAt(context, `${atWindow}.${property}`, lines[property]?.[0]);
    const kind = { type: nameOf(`${trim}Type`), color: nameOf(`${trim}Color`) };
    if (kind.type !== "") kinds.set(trimName(kind), kind);
  }
  return [...kinds.values()].flatMap((kind) => {
    const children = { type: chosen(kind.type), color: chosen(kind.color) };
    const formula = formulaAtImaginedLine(context, order, children);
    const feet = formula ? evaluate(needed.quantity, formula) : 0;
    return feet > 0 ? [{ ...kind, feet }] : [];
  });
}
