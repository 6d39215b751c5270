import { isRowDifferent, UNUSED_HOVER_PATHS, type MeasuredRow, type MeasurementSet } from "@ridgebook/estimating";
import classes from "#features/estimate/measurements/populate.module.css";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();

/** The house of the measurements, what has changed since they were taken, and what could not be used. */
export function SourceNotes({
  set: { source, problems, unknown },
  rows,
  isTaken,
}: {
  set: MeasurementSet;
  rows: readonly MeasuredRow[];
  isTaken: (row: MeasuredRow) => boolean;
}) {
  const { lead } = useOpenEstimate();
  const taken = rows.filter(isTaken);
  const different = taken.filter(isRowDifferent).length;
  const street = lead?.street ?? "";
  const isElsewhere = street !== "" && source.address !== "" && !plain(source.address).startsWith(plain(street));
  const notUsed = [
    ...unknown.map(({ path, text }) => ({ path, text: source.kind === "hover" ? `${text}. Not known here.` : text })),
    ...(source.kind === "hover" ? UNUSED_HOVER_PATHS.map(({ path, reason }) => ({ path, text: reason })) : []),
  ];
  return (
    <div className={classes.notes}>
      <p className="rb-hint">
        {source.label}
        {source.jobId !== null && ` job ${String(source.jobId)}`}
        {source.address !== "" && `, ${source.address}`}
      </p>
      {isElsewhere && (
        <p role="status" className={classes.bad}>
          These are the measurements of another address than the lead&apos;s, {street}.
        </p>
      )}
      {taken.length > 0 && (
        <p className="rb-hint">
          {different} of the {taken.length} values that were taken before are different.
        </p>
      )}
      {problems.length > 0 && (
        <details className={classes.details}>
          <summary>
            {problems.length === 1
              ? "1 measurement could not be read"
              : `${String(problems.length)} problems in the file`}
          </summary>
          <ul className={classes.list}>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </details>
      )}
      {notUsed.length > 0 && (
        <details className={classes.details}>
          <summary>Measured by {source.label}, not used here</summary>
          <ul className={classes.list}>
            {notUsed.map(({ path, text }) => (
              <li key={path}>
                {path}: {text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
