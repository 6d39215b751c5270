import type { FieldDefinition, OrderAmount, SaidQuantity, UnitAmounts } from "@ridgebook/estimating";

/** A line of the estimate as papers speak of it. Children stand directly behind their parent. */
export interface DocumentLine {
  readonly itemId: number;
  /** Null for top-level lines. */
  readonly parentItemId: number | null;
  /** `summaryKey` of the copy that it belongs to. */
  readonly copyKey: string;
  readonly field: FieldDefinition;
  /** "Drip edge"; of an add-on service its own name. */
  readonly label: string;
  /** "Aluminum, black, 10 ft": what is chosen on the line, "" where nothing is. */
  readonly choice: string;
  /** What is chosen on the line and on all below it, in the order of the catalogue, without repeats. */
  readonly choices: readonly string[];
  readonly quantity: number;
  /** "BND"; "" where the field has none. */
  readonly unit: string;
  /** How papers that sell or order say the quantity, where that is not the quantity itself: "3 windows" of 234.5 inches. */
  readonly said: SaidQuantity | null;
  /** What a supplier is asked for, where it is packed otherwise than counted: 80 bundles of 26.33 squares. */
  readonly order: Pick<OrderAmount, "quantity" | "unit"> | null;
  /** Dollars of one unit as stored: a parent's with its children's (estimating.md §4). */
  readonly amounts: UnitAmounts;
  /** Dollars in whole cents, quantity × one unit. */
  readonly totals: {
    readonly materialCost: number;
    readonly laborCost: number;
    readonly materialPrice: number;
    readonly laborPrice: number;
    readonly cost: number;
    readonly price: number;
  };
  readonly children: readonly DocumentLine[];
}
