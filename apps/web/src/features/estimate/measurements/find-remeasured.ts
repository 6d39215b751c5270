import {
  isRowDifferent,
  measuredRows,
  readHoverMeasurements,
  type MeasuredContext,
  type MeasurementSet,
} from "@ridgebook/estimating";
import { isStillTaken, type Taken } from "#features/estimate/measurements/taken-measurements.ts";

/** As the mark of a number says where it came from. */
export const HOVER = "Hover";

/** A model of the house that gives other numbers than those that were taken. */
interface Remeasured {
  readonly set: MeasurementSet;
  /** When Hover measured it; null where Hover does not say. */
  readonly measuredTime: string | null;
  /** Hover measured it after the numbers were taken; else they came from a file, or a device that was behind. */
  readonly isNewer: boolean;
  readonly different: number;
  /** Of so many that were taken and still stand. */
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

/** Models that cannot be read say nothing. */
export const readModels = (models: readonly Model[]): readonly ReadModel[] =>
  models.flatMap(({ document, measuredTime }) => {
    const { set } = readHoverMeasurements(document);
    return set ? [{ set, measuredTime }] : [];
  });

/**
 * Whether the house's measurements differ from those that the form's numbers were taken from. Which of several models they were taken
 * from is not kept: one that agrees with all of them is that one, and nothing is different.
 */
export function findRemeasured(
  context: MeasuredContext,
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
