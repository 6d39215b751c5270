import {
  isRowDifferent,
  measuredRows,
  readHoverMeasurements,
  type FilledForm,
  type MeasurementSet,
} from "@ridgebook/estimating";
import { isStillTaken, type Taken } from "#features/estimate/measurements/taken-measurements.ts";

/** The source's name in marks of measured numbers. */
export const HOVER = "Hover";

/** A model of the house whose measurements differ from those that were taken. */
interface Remeasured {
  readonly set: MeasurementSet;
  /** When Hover measured it; null if unknown. */
  readonly measuredTime: string | null;
  /** Whether Hover measured it after the numbers were taken; otherwise they came from a file or an outdated device. */
  readonly isNewer: boolean;
  readonly different: number;
  /** Of this many taken numbers that are still entered. */
  readonly taken: number;
  /** When the newest of them was taken. */
  readonly takenTime: string;
}

interface Model {
  readonly document: unknown;
  readonly measuredTime: string | null;
}

interface ReadModel {
  readonly set: MeasurementSet;
  readonly measuredTime: string | null;
}

/** Reads the models, without those that cannot be read. */
export const readModels = (models: readonly Model[]): readonly ReadModel[] =>
  models.flatMap(({ document, measuredTime }) => {
    const { set } = readHoverMeasurements(document);
    return set ? [{ set, measuredTime }] : [];
  });

/**
 * Whether the house's measurements differ from those that the form's numbers were taken from. The model that was used is not stored: if any
 * model agrees with all numbers, nothing is different.
 */
export function findRemeasured(
  context: FilledForm,
  taken: readonly Taken[],
  models: readonly ReadModel[],
): Remeasured | undefined {
  const fromHover = taken.filter(({ source }) => source === HOVER);
  if (fromHover.length === 0) return undefined;
  const found = models.map(({ set, measuredTime }): Remeasured => {
    const rows = measuredRows(context, set).filter((row) => isStillTaken(fromHover, context, row));
    const different = rows.filter(isRowDifferent).length;
    const takenTime = fromHover.map((each) => each.takenTime).reduce((one, other) => (other > one ? other : one));
    const isNewer = measuredTime !== null && Date.parse(measuredTime) > Date.parse(takenTime);
    return { set, measuredTime, isNewer, different, taken: rows.length, takenTime };
  });
  const [first] = found;
  return found.some(({ different }) => different === 0) ? undefined : first;
}
