import type { MeasurementName } from "./measurements.ts";

/** A measured number, and its place in the source: "roof.area.total", or the name in a file. */
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
  readonly path: string;
}

/** The total roof area of one pitch. */
export interface MeasuredPitch {
  /** Inches of rise per foot of run. */
  readonly rise: number;
  /** Square feet on the slope. */
  readonly area: number;
}

/** The measurements of a house. A missing value was not measured, and is not 0. */
export interface MeasurementSet {
  readonly source: {
    readonly kind: "hover" | "file" | "roof";
    /** The label in marks at fields: "Hover", "roof.csv". */
    readonly label: string;
    /** The source's address; "" if it has none. */
    readonly address: string;
    /** Hover's job; null without one. */
    readonly jobId: number | null;
  };
  readonly values: ReadonlyMap<MeasurementName, Measured>;
  readonly pitches: readonly MeasuredPitch[];
  readonly windows: readonly MeasuredWindow[];
  /** What could not be used, in words that name the place. */
  readonly problems: readonly string[];
  /** Undocumented paths, or names without a chosen meaning, with their contents. */
  readonly unknown: readonly { readonly path: string; readonly text: string }[];
}

/** A source is either read completely or refused with a reason. */
export type ReadMeasurements =
  | { readonly set: MeasurementSet; readonly refusal?: never }
  | { readonly refusal: string; readonly set?: never };
