import { changedLineText, unsignedLines, type DocumentChoices, type DocumentSource } from "@ridgebook/documents";
import { useDeferredValue, useMemo } from "react";
import { ChangedLines } from "#features/documents/panel/changed-lines.tsx";
import { PaperNotice } from "#features/documents/signing/paper-notice.tsx";
import { signedWorkOf } from "#features/documents/signing/papers-before.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";

/** Warns before a work or purchase order about unsigned lines, and names them (SIGN-56). */
export function UnsignedWorkNotice({
  source,
  choices,
  documents,
}: {
  source: DocumentSource;
  choices: DocumentChoices;
  documents: readonly LocalDocument[];
}) {
  const shownSource = useDeferredValue(source);
  const { copies } = choices;
  const unsigned = useMemo(() => {
    try {
      return unsignedLines({ ...shownSource, signed: signedWorkOf(documents) }, copies);
    } catch {
      // The signed papers are unreadable here: no warning is possible.
      return [];
    }
  }, [shownSource, documents, copies]);
  if (unsigned.length === 0) return null;
  return (
    <PaperNotice tone="warn">
      {unsigned.map(({ copyKey, work, signedAs, lines }) =>
        signedAs === null ? (
          <p key={copyKey}>Nobody has signed for {work}.</p>
        ) : (
          <div key={copyKey}>
            <p>
              {work} is not as in {signedAs}, which was signed:
            </p>
            <ChangedLines lines={lines.map(changedLineText)} />
          </div>
        ),
      )}
    </PaperNotice>
  );
}
