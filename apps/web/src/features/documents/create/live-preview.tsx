import { buildDocument, type DocumentChoices, type DocumentModel, type DocumentSource } from "@ridgebook/documents";
import { memo, useDeferredValue, useMemo } from "react";
import classes from "#features/documents/create/create.module.css";
import { DocumentPaper } from "#features/documents/paper/document-paper.tsx";

/** A document, or why it cannot be made. */
export type Built = { readonly model: DocumentModel } | { readonly failure: string };

export function tryToBuild(source: DocumentSource, choices: DocumentChoices): Built {
  try {
    return { model: buildDocument(source, choices) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

/** The live paper. Deferred, so that it never delays typing. */
export function LivePreview({
  source,
  choices,
  fileUrl,
  label,
}: {
  source: DocumentSource;
  choices: DocumentChoices;
  fileUrl: (fileId: string) => string;
  label: string;
}) {
  const shownSource = useDeferredValue(source);
  const shownChoices = useDeferredValue(choices);
  return <Paper source={shownSource} choices={shownChoices} fileUrl={fileUrl} label={label} />;
}

const Paper = memo(function Paper({
  source,
  choices,
  fileUrl,
  label,
}: {
  source: DocumentSource;
  choices: DocumentChoices;
  fileUrl: (fileId: string) => string;
  label: string;
}) {
  const built = useMemo(() => tryToBuild(source, choices), [source, choices]);
  if ("failure" in built)
    return (
      <p className={classes.failure} role="status">
        This paper cannot be made: {built.failure}
      </p>
    );
  return <DocumentPaper model={built.model} fileUrl={fileUrl} label={label} />;
});
