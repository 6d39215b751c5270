import { IconAlertTriangle } from "@tabler/icons-react";

/** Values that are allowed in a price book, and probably not meant. */
export function PriceWarnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <div className="rb-banner" data-tone="warn">
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      <div>
        {warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
      </div>
    </div>
  );
}
