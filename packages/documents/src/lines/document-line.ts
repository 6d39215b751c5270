import type { FieldDefinition, OrderAmount, SaidQuantity, UnitAmounts } from "@ridgebook/estimating";

/** A line of the estimate for papers. Children directly follow their parent. */
export interface DocumentLine {
  readonly itemId: number;
  /** Null for top-level lines. */
  readonly parentItemId: number | null;
  /** `summaryKey` of its copy. */
  readonly copyKey: string;
  readonly field: FieldDefinition;
  /** "Drip edge"; an add-on service's own name. */
  readonly label: string;
  /** "Aluminum, black, 10 ft": the line's choices, or "". */
  readonly choice: string;
  /** Choices of the line and its descendants, in the catalogue's order, without duplicates. */
  readonly choices: readonly string[];
  readonly quantity: number;
  /** "BND"; "" where the field has none. */
  readonly unit: string;
  /** The quantity for customers, if it differs: "3 windows" for 234.5 inches. */
  readonly said: SaidQuantity | null;
  /** The order quantity, if packed differently: 80 bundles for 26.33 squares. */
  readonly order: Pick<OrderAmount, "quantity" | "unit"> | null;
  /** Dollars per unit as stored: a parent's including its children's (estimating.md §4). */
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
