import { DocumentList } from "#features/documents/panel/document-list.tsx";
import classes from "#features/documents/panel/panel.module.css";
import type { ShownDocuments } from "#features/documents/panel/use-documents.ts";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";

/** Documents in a panel, or the reason why it has none. */
export function ShownList({
  shown: { documents, isWaiting, isDeviceOnly, ask },
  nameById,
  empty,
}: {
  shown: ShownDocuments;
  nameById?: ReadonlyMap<number, string>;
  empty: string;
}) {
  if (!isWaiting && documents && documents.length > 0)
    return <DocumentList documents={documents} nameById={nameById} onChanged={ask} />;
  const nothing = <p>{isDeviceOnly ? "No documents on this device. More may come with a signal." : empty}</p>;
  return (
    <div className={classes.empty}>
      {isWaiting || !documents ? <SkeletonRows rows={1} label="Loading the documents" likely={nothing} /> : nothing}
    </div>
  );
}
