import classes from "#features/estimate/drawings/drawings.module.css";
import { formatQuantity } from "#features/estimate/format.ts";

/** The torn-off weight compared with the dumpsters' capacity; only the tons if that is unknown. Overload is also stated in words. */
export function DumpsterBar({ tons, capacityTons }: { tons: number; capacityTons?: number | null }) {
  if (!capacityTons) return tons > 0 ? <span className={classes.load}>{formatQuantity(tons)} tons</span> : null;
  const isOver = tons > capacityTons;
  const text = `${formatQuantity(tons)} of ${formatQuantity(capacityTons)} tons`;
  return (
    <span className={classes.load} data-over={isOver ? "" : undefined}>
      <span className={classes.loadBar} aria-hidden>
        <span className={classes.loadPart} style={{ flexGrow: isOver ? capacityTons : tons }} />
        <span className={classes.loadRest} style={{ flexGrow: Math.abs(capacityTons - tons) }} />
      </span>
      {isOver ? `${text}: too heavy` : text}
    </span>
  );
}
