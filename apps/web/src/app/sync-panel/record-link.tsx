import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { loadPart } from "#app/load-part.ts";
import { isSignedHere } from "#app/sync-panel/describe-change.ts";
import type { DocumentOnPaper } from "#features/documents/pdf/document-pdf.ts";
import type { PendingChange } from "#local-data/outbox/pending-changes.ts";

const DocumentView = lazy(() =>
  loadPart(() => import("#features/documents/view/document-view.tsx")).then(({ DocumentView: component }) => ({
    default: component,
  })),
);

/** A link to the page that edits the changed record, or to the view of a document. Deleted records have none. */
export function RecordLink({
  change,
  text,
  variant,
  onLeave,
}: {
  change: PendingChange;
  /** The text of the link to the edit page. */
  text: string;
  variant: "primary" | "tertiary";
  onLeave: () => void;
}) {
  const [isViewed, setIsViewed] = useState(false);
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
        <>
          <Button
            variant={variant === "primary" ? "secondary" : variant}
            aria-haspopup="dialog"
            onClick={() => setIsViewed(true)}
          >
            View paper
          </Button>
          {isViewed && (
            <Suspense>
              <DocumentView document={change.record as DocumentOnPaper} onDismiss={() => setIsViewed(false)} />
            </Suspense>
          )}
        </>
      ) : null;
  }
}
