import type { EstimateCopy } from "@ridgebook/contract";
import {
  fieldByKey,
  fromItems,
  linesOf,
  offeredOptions,
  workflowScope,
  type IndexedPriceBook,
  type PriceBookOption,
} from "@ridgebook/estimating";
import type { OpenEstimate } from "#features/estimate/open-estimate.tsx";

/** The color choices of a copy's shingles or siding. */
export interface HomeownerColors {
  readonly label: string;
  /** The name of the current color, even if it is not offered; null without one. */
  readonly chosen: string | null;
  readonly choices: readonly { readonly name: string; readonly imageUrl: string; readonly isChosen: boolean }[];
}

const COLORS = ["shingleColor", "sidingColor"] as const;

interface OfferedColors {
  readonly property: string;
  readonly label: string;
  readonly chosen: PriceBookOption | undefined;
  readonly options: readonly PriceBookOption[];
}

/** The colors with pictures that the price book offers for a copy, in its order, by which the page's choices are numbered. */
export function offeredColorsOf(
  { estimate, book }: Pick<OpenEstimate, "estimate"> & { readonly book: IndexedPriceBook },
  copy: EstimateCopy,
): readonly OfferedColors[] {
  const values = fromItems({ ...copy, items: estimate.items });
  return COLORS.flatMap((property) => {
    const field = fieldByKey(copy.workflowId, property);
    if (!field) return [];
    const entry = book.entryOf(field);
    // The current color may have no picture, or belong to another product.
    const chosen = entry.optionById.get(linesOf(values, property)[0]?.value ?? "");
    // A retired color is shown only if it is chosen.
    const options = offeredOptions(entry, workflowScope(values), (id) => id === chosen?.id).filter(
      ({ imageUrl }) => imageUrl,
    );
    return options.length === 0 ? [] : [{ property, label: field.label, chosen, options }];
  });
}

/** The colors as the page shows them. */
export const colorsOf = (...of: Parameters<typeof offeredColorsOf>): readonly HomeownerColors[] =>
  offeredColorsOf(...of).map(({ label, chosen, options }) => ({
    label,
    chosen: chosen?.value ?? null,
    choices: options.map(({ id, value, imageUrl = "" }) => ({
      name: value,
      imageUrl,
      isChosen: id === chosen?.id,
    })),
  }));
