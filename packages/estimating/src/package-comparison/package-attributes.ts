import { topLevelFields } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { linesOf } from "#form/form-values.ts";
import { lineQuantity } from "#form/line-quantity.ts";
import { workflowScope } from "#form/line-scope.ts";
import { packageFields } from "#form/states/package-choice.ts";
import { validOptions } from "#price-book/choices.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { packageOrder } from "#recommendations/order-amount.ts";
import type { ComparedPackage } from "./compare-packages.ts";
import { saidQuantity } from "./package-count.ts";

/** A package's cell in a row of the comparison. */
export interface PackageCell {
  /** The names of the choices, joined; null if nothing is chosen. */
  readonly choice: string | null;
  /** Null for a choice without a quantity. */
  readonly quantity: number | null;
  /** The number of available choices, if it depends on the package. */
  readonly offered: number | null;
}

/** A row of the comparison, with a cell for each package. */
export interface PackageAttribute {
  readonly key: string;
  readonly label: string;
  /** A unit's code, or the word for what the package counts. */
  readonly unit: string;
  readonly cells: readonly PackageCell[];
  readonly isDifferent: boolean;
}

const ROOFING = 1;

/** The number of available choices only matters while none is chosen. */
const isSameCell = (one: PackageCell, other: PackageCell): boolean =>
  one.choice === other.choice &&
  one.quantity === other.quantity &&
  (one.choice !== null || one.offered === other.offered);

const row = (parts: Omit<PackageAttribute, "isDifferent">): PackageAttribute => ({
  ...parts,
  isDifferent: parts.cells.some((cell) => parts.cells.some((other) => !isSameCell(cell, other))),
});

function cellOf(
  { values }: ComparedPackage,
  { book, definition, isChoice }: { book: IndexedPriceBook; definition: FieldDefinition; isChoice: boolean },
): PackageCell {
  const entry = book.entryOf(definition);
  // A choice with quantity 0 is not part of the package; a save drops it too.
  const lines = linesOf(values, definition.property).filter((line) => lineQuantity(definition, line) > 0);
  const names = lines.flatMap(({ value }) => (value === null ? [] : [entry.optionById.get(value)?.value ?? value]));
  const quantity = lines.reduce((sum, line) => sum + lineQuantity(definition, line), 0);
  const isRestricted = !isChoice && entry.restrictions.length > 0;
  return {
    choice: isChoice || names.length === 0 ? null : names.join(", "),
    quantity: definition.allowQuantityChange && quantity > 0 ? quantity : null,
    offered: isRestricted ? validOptions(entry, workflowScope(values)).length : null,
  };
}

/** The ordered bundles of a roofing package, which have to be carried onto the roof. */
const bundlesOf = (
  { values }: ComparedPackage,
  context: { workflowId: number; book: IndexedPriceBook },
): PackageCell => ({
  choice: null,
  quantity: packageOrder({ ...context, values })?.quantity ?? null,
  offered: null,
});

/**
 * The contents of packages by row (3.§2 Package): choices and quantities in catalogue order. Leaves out fields that are empty in all
 * packages; without `showProductTypes`, only the package's own quantity is shown.
 */
export function packageAttributes(
  compared: readonly ComparedPackage[],
  { workflowId, book }: { workflowId: number; book: IndexedPriceBook },
): readonly PackageAttribute[] {
  const fields = packageFields(workflowId);
  const choice = topLevelFields(workflowId).find(({ key }) => key === fields?.choice);
  if (!choice) return [];
  const listsProducts = book.entryOf(choice).entry.showProductTypes;
  const definitions = topLevelFields(workflowId).filter(
    (definition) => definition === choice || (listsProducts && definition.isComparison),
  );
  const rows = definitions.map((definition) => {
    const { key, label } = definition;
    const isChoice = definition === choice;
    const cells = compared.map((each) => cellOf(each, { book, definition, isChoice }));
    // All packages are for the same windows.
    const said = compared[0] && saidQuantity(definition, { values: compared[0].values, book });
    if (!said) return row({ key, label, unit: definition.unit, cells });
    const counted = cells.map((cell) => (cell.quantity === null ? cell : { ...cell, quantity: said.quantity }));
    return row({ key, label, unit: said.unit, cells: counted });
  });
  const bundles =
    workflowId === ROOFING
      ? [
          row({
            key: "bundles",
            label: "Bundles or pieces",
            unit: "EA",
            cells: compared.map((each) => bundlesOf(each, { workflowId, book })),
          }),
        ]
      : [];
  return [...rows, ...bundles].filter(({ cells }) =>
    cells.some(({ choice: name, quantity, offered }) => name !== null || quantity !== null || offered !== null),
  );
}
