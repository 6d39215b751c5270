import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { EmptyState } from "#ui/empty-state.tsx";

/**
 * Replaces content that could not be loaded, with a button that retries.
 *
 * @param what the subject of the sentence, such as "The users"
 * @param text the reason, if known
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
