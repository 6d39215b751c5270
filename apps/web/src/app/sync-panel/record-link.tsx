import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { isSignedHere } from "#app/sync-panel/describe-change.ts";
import { useChangeActions } from "#app/sync-panel/use-change-actions.ts";
import type { PendingChange } from "#local-data/outbox/pending-changes.ts";

/** The way to where a change is edited; a document, which nobody edits, is looked at. A record that is deleted has none. */
export function RecordLink({
  change,
  text,
  variant,
  onLeave,
}: {
  change: PendingChange;
  /** What the way to an edit is called. */
  text: string;
  variant: "primary" | "tertiary";
  onLeave: () => void;
}) {
  const { viewPdf } = useChangeActions(change);
  const id = String(change.id);
  if (change.kind === "deleted") return null;
  switch (change.storeName) {
    case "leads":
      return (
        <Button
          variant={variant}
          renderRoot={(button) => <Link to="/estimator/leads/$id/edit" params={{ id }} {...button} />}
          onClick={onLeave}
        >
          {text}
        </Button>
      );
    case "estimates":
      return (
        <Button
          variant={variant}
          renderRoot={(button) => <Link to="/estimator/estimate/$id" params={{ id }} {...button} />}
          onClick={onLeave}
        >
          {text}
        </Button>
      );
    case "lead-photos":
      return change.lead ? (
        <Button
          variant={variant === "primary" ? "secondary" : variant}
          renderRoot={(button) => (
            <Link to="/estimator/leads/$id/details" params={{ id: String(change.lead?.id) }} {...button} />
          )}
          onClick={onLeave}
        >
          Open lead
        </Button>
      ) : null;
    case "estimate-documents":
      return isSignedHere(change) ? (
        <Button variant={variant === "primary" ? "secondary" : variant} onClick={() => void viewPdf()}>
          View PDF
        </Button>
      ) : null;
  }
}
