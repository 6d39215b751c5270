import { DOCUMENT_LABELS, idInAddress, Problem, type DocumentKind } from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import classes from "#features/documents/create/create.module.css";
import { DocumentMaker } from "#features/documents/create/document-maker.tsx";
import { FormRefusal, openDocumentForm } from "#features/documents/create/open-document-form.ts";
import { MadePage } from "#features/documents/create/made-page.tsx";
import { useDocumentWork } from "#features/documents/document-work.tsx";
import { estimatePath, linkTo } from "#features/documents/paths.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { MissingRecord } from "#server-client/missing-record.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";

/**
 * Makes a document of one kind (ROUTE-39 to 43), new or copying another one's choices; then, at the same address with the new document's id
 * as `made`, shows what can be done with it.
 */
export function DocumentCreatePage({ kind }: { kind: DocumentKind }) {
  const { sourceId } = useParams({ strict: false });
  const { made } = useSearch({ strict: false });
  if (made !== undefined) return <MadePage key={made} id={idInAddress(made) ?? 0} kind={kind} />;
  return <FormPage key={`${kind} ${sourceId ?? ""}`} kind={kind} sourceId={sourceId} />;
}

function FormPage({ kind, sourceId: sourceText }: { kind: DocumentKind; sourceId: string | undefined }) {
  const localData = useLocalData();
  const { estimate, lead } = useDocumentWork();
  // An estimate that gets its server id stays the same estimate.
  const [openedAs] = useState(estimate.id);
  const sourceId = sourceText === undefined ? undefined : (idInAddress(sourceText) ?? 0);
  const form = useQuery({
    queryKey: ["document-form", openedAs, kind, sourceText ?? ""],
    queryFn: () => openDocumentForm({ localData, estimateId: estimate.id, kind, sourceId }),
    // Read once: a background update must not change the form.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    networkMode: "always",
  });
  if (form.data && lead) return <DocumentMaker form={form.data} lead={lead} kind={kind} sourceId={sourceId} />;
  if (form.error instanceof Problem && form.error.code === "notFound")
    return <MissingRecord goTo={estimatePath(estimate.id)} />;
  if (form.data || form.error)
    return (
      <div className={classes.page} data-ground="canvas">
        <PageHeader title={`New ${DOCUMENT_LABELS[kind].toLowerCase()}`} />
        <Panel as="div" padding="none">
          <EmptyState
            title="It cannot be made here"
            text={
              form.error instanceof FormRefusal
                ? form.error.message
                : form.error
                  ? "What it begins with could not be read on this device."
                  : "The lead of this estimate is not on this device. It arrives with the next signal."
            }
            action={<Link {...linkTo(estimatePath(estimate.id))}>Back to the estimate</Link>}
          />
        </Panel>
      </div>
    );
  return (
    <div className={classes.page} data-ground="canvas">
      <PageHeader title={`New ${DOCUMENT_LABELS[kind].toLowerCase()}`} />
      <Panel as="div">
        <SkeletonRows rows={8} label="Loading the document" />
      </Panel>
    </div>
  );
}
