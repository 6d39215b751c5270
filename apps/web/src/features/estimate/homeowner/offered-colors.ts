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

/** The colors of a copy's shingles or siding, to choose one of. */
export interface HomeownerColors {
  /** "Shingle color" */
  readonly label: string;
  /** The name of the color that the estimate holds, also where it is none of the choices; null while there is none. */
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

/** What the price book offers as colors of a copy, with pictures, in its order: what a choice on the page means. */
export function offeredColorsOf(
  { estimate, book }: Pick<OpenEstimate, "estimate"> & { readonly book: IndexedPriceBook },
  copy: EstimateCopy,
): readonly OfferedColors[] {
  const values = fromItems({ ...copy, items: estimate.items });
  return COLORS.flatMap((property) => {
    const field = fieldByKey(copy.workflowId, property);
    if (!field) return [];
    const entry = book.entryOf(field);
    // A color without a picture, or one that goes with another product, is chosen all the same.
    const chosen = entry.optionById.get(linesOf(values, property)[0]?.value ?? "");
    // A retired color is shown only where it is the one that was chosen.
    const options = offeredOptions(entry, workflowScope(values), (id) => id === chosen?.id).filter(
      ({ imageUrl }) => imageUrl,
    );
    return options.length === 0 ? [] : [{ property, label: field.label, chosen, options }];
  });
}

/** The same as the page shows it. */
export const colorsOf = (...of: Parameters<typeof offeredColorsOf>): readonly HomeownerColors[] =>
  offeredColorsOf(...of).map(({ label, chosen, options }) => ({
    ...{ label, chosen: chosen?.value ?? null },
    choices: options.map(({ id, value, imageUrl = "" }) => ({
      ...{ name: value, imageUrl },
      isChosen: id === chosen?.id,
    })),
  }));
