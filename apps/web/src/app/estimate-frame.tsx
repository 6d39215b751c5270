import { Outlet } from "@tanstack/react-router";
import { useMemo, type ReactNode } from "react";
import { DocumentWorkProvider, type DocumentWork } from "#features/documents/document-work.tsx";
import { EstimateArea } from "#features/estimate/estimate-area.tsx";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { findWorkWithoutPrice } from "#features/estimate/scope-check/work-without-price.ts";

/** The pages of one estimate, those of its documents among them. */
export function EstimateFrame() {
  return (
    <EstimateArea>
      <WithDocuments>
        <Outlet />
      </WithDocuments>
    </EstimateArea>
  );
}

/** Passes the open estimate to the pages that make documents of it, which are another feature's. */
function WithDocuments({ children }: { children: ReactNode }) {
  const { estimate, lead, book, workflows, settings } = useOpenEstimate();
  const work = useMemo(
    (): DocumentWork => ({
      estimate,
      lead,
      book,
      workflows,
      settings,
      findWorkWithoutPrice: () => findWorkWithoutPrice({ estimate, book }),
    }),
    [estimate, lead, book, workflows, settings],
  );
  return <DocumentWorkProvider work={work}>{children}</DocumentWorkProvider>;
}
