import { IconAlertTriangle } from "@tabler/icons-react";
import tables from "#features/config/config.module.css";

/** Values that are allowed in a price book, and probably not meant. */
export function PriceWarnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <div className={tables.banner} data-tone="warn">
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      <div>
        {warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
      </div>
    </div>
  );
}
