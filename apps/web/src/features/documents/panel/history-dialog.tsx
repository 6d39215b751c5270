import { formatDateTime, Problem } from "@ridgebook/contract";
import { emailState } from "#features/documents/document-states.ts";
import { useDocumentEmails } from "#features/documents/mailed/use-document-emails.ts";
import classes from "#features/documents/panel/panel.module.css";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import { useSession } from "#server-client/session-context.tsx";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { Tag } from "#ui/tag.tsx";

/** A document's mails, newest first, each with its state (DOC-26). */
export function HistoryDialog({
  document: { id, name },
  onDismiss,
}: {
  document: LocalDocument;
  onDismiss: () => void;
}) {
  const { timeZone } = useSession();
  const history = useDocumentEmails(id);
  return (
    <FormDialog title={`E-mails of ${name}`} cancelLabel="Close" isWide onSubmit={onDismiss} onDismiss={onDismiss}>
      {history.isPending ? (
        <SkeletonRows rows={3} label="Loading the e-mails" />
      ) : history.error ? (
        <p role="alert">
          {history.error instanceof Problem ? history.error.message : "The e-mails could not be read."}
        </p>
      ) : history.data.length === 0 ? (
        <p className={classes.note}>Not e-mailed yet.</p>
      ) : (
        <ul className={`rb-list ${classes.history}`}>
          {history.data.map(({ emailAddresses, timestamp, status, failure }, index) => {
            const { text, tone } = emailState(status);
            return (
              <li key={index}>
                <div>
                  {emailAddresses.join(", ")}
                  <div className="rb-caption">{formatDateTime({ time: timestamp, timeZone })}</div>
                  {failure !== "" && <div className={tone === "bad" ? classes.problem : "rb-caption"}>{failure}</div>}
                </div>
                <Tag tone={tone}>{text}</Tag>
              </li>
            );
          })}
        </ul>
      )}
    </FormDialog>
  );
}
