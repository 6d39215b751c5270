import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { EmptyState } from "#ui/empty-state.tsx";

/**
 * Stands in place of what could not be loaded, with a button that loads it again.
 *
 * @param what the subject of the sentence, such as "The users"
 * @param text why, where that is known
 */
export function LoadFailure({ what, text, onRetry }: { what: string; text?: ReactNode; onRetry: () => void }) {
  return (
    <EmptyState
      title={`${what} could not be loaded`}
      text={text}
      action={
        <Button variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
