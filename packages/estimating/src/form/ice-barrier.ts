/** Ice barrier rows: the options 1.36.1 to 1.36.4 stand for 0 to 3 rows (2.§4). */
export const ICE_BARRIER_ROWS = "1.36";
export const NO_ICE_BARRIER = "1.36.1";

const ROWS_BY_OPTION: Readonly<Record<string, number>> = { [NO_ICE_BARRIER]: 0, "1.36.2": 1, "1.36.3": 2, "1.36.4": 3 };

/** The rows of an option. The stored quantity cannot be used, because saving forces it to at least 1. */
export const iceBarrierRowsOf = (optionId: string | null): number => ROWS_BY_OPTION[optionId ?? ""] ?? 0;
