import { lazy, Suspense, type ReactNode } from "react";
import { ContractSettingsPage, type Wording } from "#features/config/contract-settings/contract-settings-page.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";

/** It is loaded on demand: with the engine and everything that builds papers it is larger than the page. */
const WordingPaper = lazy(async () => {
  const { WordingPaper: component } = await import("#features/documents/wording/wording-paper.tsx");
  return { default: component };
});

const paperOf = (wording: Wording): ReactNode => (
  <Suspense fallback={<SkeletonRows rows={10} label="Loading the paper" />}>
    <WordingPaper {...wording} />
  </Suspense>
);

/** The wording of contracts, beside a paper that is drawn with it. */
export function ContractSettingsFrame() {
  return <ContractSettingsPage paper={paperOf} />;
}
