import type { ReactNode } from "react";
import classes from "#features/config/config.module.css";
import { FirstReads } from "#local-data/first-reads.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";

/**
 * Panels that need the server: one skeleton is shown for all of them until each has its answer, so that none pushes another away. Each reports by
 * `useFirstRead` what it waits for.
 */
export function ReadTogether({ children }: { children: ReactNode }) {
  return (
    <FirstReads maxWaitMs={Infinity}>
      {(areRead) => (
        <>
          {!areRead && (
            <Panel as="div">
              <SkeletonRows rows={8} />
            </Panel>
          )}
          <div className={classes.together} hidden={!areRead}>
            {children}
          </div>
        </>
      )}
    </FirstReads>
  );
}
