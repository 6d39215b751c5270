import { DOCUMENT_KINDS, DOCUMENT_LABELS, documentsOfKind } from "@ridgebook/contract";
import { useState, type ComponentProps } from "react";
import { DocumentList } from "#features/documents/panel/document-list.tsx";
import classes from "#features/documents/panel/panel.module.css";
import type { ShownDocuments } from "#features/documents/panel/use-documents.ts";
import { SelectField } from "#ui/select-field.tsx";
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
    return <FilterableList documents={documents} nameById={nameById} onChanged={ask} />;
  const nothing = <p>{isDeviceOnly ? "No documents on this device. More may come with a signal." : empty}</p>;
  return (
    <div className={classes.empty}>
      {isWaiting || !documents ? <SkeletonRows rows={1} label="Loading the documents" likely={nothing} /> : nothing}
    </div>
  );
}

/** Shorter lists are seen at a glance. */
const FILTERED_FROM = 5;

/** A list that can be narrowed to one kind once it is long and has several kinds (3.§3 "Documents can be filtered by type"). */
function FilterableList({ documents, ...list }: ComponentProps<typeof DocumentList>) {
  const [chosen, setChosen] = useState("");
  const kinds = DOCUMENT_KINDS.map((kind) => ({ kind, own: documentsOfKind(documents, kind) })).filter(
    ({ own }) => own.length > 0,
  );
  const isFilterable = documents.length >= FILTERED_FROM && kinds.length > 1;
  const filtered = isFilterable ? kinds.find(({ kind }) => kind === chosen) : undefined;
  return (
    <>
      {isFilterable && (
        <div className={classes.filter}>
          <SelectField
            label="Kind"
            emptyLabel={`All documents (${documents.length})`}
            options={kinds.map(({ kind, own }) => ({ value: kind, label: `${DOCUMENT_LABELS[kind]} (${own.length})` }))}
            value={filtered?.kind ?? ""}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        </div>
      )}
      <DocumentList documents={filtered?.own ?? documents} {...list} />
    </>
  );
}
