import type { IntendedPriceChange } from "@ridgebook/contract";
import { useEffect, useState } from "react";
import { PriceImpactPanel } from "#features/config/price-impact-panel.tsx";

/** Long enough to finish typing a price. */
const TYPED_AFTER_MS = 800;

/** The effect of the typed change on open estimates; undefined while it cannot be saved. */
export function TypedImpact({ change }: { change: IntendedPriceChange | undefined }) {
  const typed = change && JSON.stringify(change);
  const [asked, setAsked] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), TYPED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  if (asked === undefined || typed === undefined) return null;
  return <PriceImpactPanel change={JSON.parse(asked) as IntendedPriceChange} />;
}
