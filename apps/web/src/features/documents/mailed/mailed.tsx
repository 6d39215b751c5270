import { isLocalId } from "@ridgebook/contract";
import classes from "#features/documents/mailed/mailed.module.css";
import { mailedTexts } from "#features/documents/mailed/mailed-text.ts";
import { useDocumentEmails } from "#features/documents/mailed/use-document-emails.ts";
import { useSession } from "#server-client/session-context.tsx";

/** To whom a document was mailed, and when (PAPER-36). Says nothing until that is known, and nothing of a document that was never sent. */
export function Mailed({ documentId }: { documentId: number }) {
  const { timeZone } = useSession();
  const { data, error } = useDocumentEmails(documentId);
  if (isLocalId(documentId)) return null;
  if (!data) return error ? <p className="rb-caption">Whether it was mailed is shown with a signal.</p> : null;
  if (data.length === 0) return <p className="rb-caption">Not mailed to anybody yet</p>;
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
