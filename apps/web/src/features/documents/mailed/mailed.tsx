import { isLocalId } from "@ridgebook/contract";
import classes from "#features/documents/mailed/mailed.module.css";
import { mailedTexts } from "#features/documents/mailed/mailed-text.ts";
import { useDocumentEmails } from "#features/documents/mailed/use-document-emails.ts";
import { useSession } from "#server-client/session-context.tsx";

/** The recipients and times of a document's mails (PAPER-36). Renders nothing while unknown, and for a document never sent. */
export function Mailed({ documentId }: { documentId: number }) {
  const { timeZone } = useSession();
  const { data, error } = useDocumentEmails(documentId);
  if (isLocalId(documentId)) return null;
  if (!data) return error ? <p className="rb-caption">Whether it was mailed is shown with a signal.</p> : null;
  if (data.length === 0) return <p className="rb-caption">Not e-mailed yet</p>;
  return (
    <ul className={classes.mailed} aria-label="Mailed">
      {mailedTexts(data, timeZone).map(({ text, isFailure }) => (
        <li key={text} data-tone={isFailure ? "bad" : undefined}>
          {text}
        </li>
      ))}
    </ul>
  );
}
