import type { MeasurementName } from "./measurements.ts";

/** A number that was measured, and where the source has it: "roof.area.total", or the name in a file. */
export interface Measured {
  readonly value: number;
  readonly path: string;
}

export interface MeasuredWindow {
  /** The source's own name: "W-101". */
  readonly name: string;
  /** Inches. */
  readonly width: number;
  readonly height: number;
  /** The path of its size. */
  readonly path: string;
}

/** All roof area of one pitch. */
export interface MeasuredPitch {
  /** Inches of rise for each foot of run. */
  readonly rise: number;
  /** Square feet on the slope. */
  readonly area: number;
}

/** What was measured of one house. What is not among the values was not measured, which is never 0. */
export interface MeasurementSet {
  readonly source: {
    readonly kind: "hover" | "file" | "roof";
    /** As the mark at a field says it: "Hover", "roof.csv". */
    readonly label: string;
    /** As the source names it; "" where it does not. */
    readonly address: string;
    /** Hover's job; null where there is none. */
    readonly jobId: number | null;
  };
  readonly values: ReadonlyMap<MeasurementName, Measured>;
  readonly pitches: readonly MeasuredPitch[];
  readonly windows: readonly MeasuredWindow[];
  /** What of the source could not be used, in words, each naming where. */
  readonly problems: readonly string[];
  /** Paths that nobody documented, or names that nothing is chosen for yet, with what stands there. */
  readonly unknown: readonly { readonly path: string; readonly text: string }[];
}

/** A source is read whole, or refused in words. */
export type ReadMeasurements =
  | { readonly set: MeasurementSet; readonly refusal?: never }
  | { readonly refusal: string; readonly set?: never };
