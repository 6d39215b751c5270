import { Button } from "@mantine/core";
import {
  DOCUMENT_LABELS,
  fileUrl as urlOfFile,
  isLocalId,
  isSigned,
  SIGNATURE_KEYS,
  type DocumentKind,
} from "@ridgebook/contract";
import { readModel, type DocumentModel } from "@ridgebook/documents";
import { IconCheck, IconClock, IconDownload, IconMail, IconPrinter, IconShare } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import classes from "#features/documents/create/create.module.css";
import { refusalReason, syncState } from "#features/documents/document-states.ts";
import { MadeWith } from "#features/documents/made-with.tsx";
import { Mailed } from "#features/documents/mailed/mailed.tsx";
import { EmailDialog } from "#features/documents/panel/email-dialog.tsx";
import { useDocumentWork } from "#features/documents/document-work.tsx";
import { DocumentPaper, type ShownSignatures } from "#features/documents/paper/document-paper.tsx";
import { estimatePath, linkTo } from "#features/documents/paths.ts";
import { canShare } from "#features/documents/pdf/pdf-actions.ts";
import { usePdfActions } from "#features/documents/use-pdf-actions.ts";
import { PaperNotice } from "#features/documents/signing/paper-notice.tsx";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import { useLocalData, useLocalQuery, useSyncStatus } from "#local-data/local-data-context.tsx";
import { MissingRecord } from "#server-client/missing-record.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { openSyncPanel } from "#ui/open-sync-panel.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { TextButton } from "#ui/text-button.tsx";

const ICON = { size: 18, stroke: 1.75, "aria-hidden": true } as const;

const DocumentView = lazy(async () => {
  const { DocumentView: component } = await import("#features/documents/view/document-view.tsx");
  return { default: component };
});

/** A stored document's content with its signature pictures; undefined if unreadable. */
export function readPaper(document: LocalDocument): { model: DocumentModel; signatures: ShownSignatures } | undefined {
  try {
    return {
      model: readModel(document.data),
      signatures: Object.fromEntries(
        SIGNATURE_KEYS.flatMap((key) => {
          const signature = document.signatures[key];
          return signature ? [[key, { picture: signature.data ?? signature.url, timestamp: signature.timestamp }]] : [];
        }),
      ),
    };
  } catch {
    // Made by another app version or program: only its PDF is authoritative.
    return undefined;
  }
}

/** A new document: whether it was sent, and its actions, also offline. */
export function MadePage({ id, kind }: { id: number; kind: DocumentKind }) {
  const localData = useLocalData();
  const { estimate } = useDocumentWork();
  const reading = useLocalQuery("estimate-documents", () => localData.documents.find(id), [localData, id]);
  const label = DOCUMENT_LABELS[kind];
  const document = reading.value;
  return (
    <div className={classes.page} data-ground="canvas">
      <div className={classes.made}>
        <PageHeader title={document?.name ?? label} {...(document && { note: document.data["number"] ?? "" })} />
        {document ? (
          <Made document={document} label={label} />
        ) : reading.isLoading || reading.error !== undefined ? (
          <Panel as="div">
            <SkeletonRows rows={4} label="Loading the document" />
          </Panel>
        ) : (
          <MissingRecord goTo={estimatePath(estimate.id)} />
        )}
      </div>
    </div>
  );
}

function Made({ document, label }: { document: LocalDocument; label: string }) {
  const { companyId } = useSession();
  const { online } = useSyncStatus("online");
  const { isBusy, save, share } = usePdfActions(document);
  const [isMailing, setIsMailing] = useState(false);
  const [isViewed, setIsViewed] = useState(false);
  const paper = useMemo(() => readPaper(document), [document]);
  const fileUrl = useCallback((fileId: string) => urlOfFile({ id: fileId, companyId: companyId ?? 0 }), [companyId]);
  const isLocal = isLocalId(document.id);
  const refusal = refusalReason(document);
  return (
    <>
      <Panel as="div">
        <SentState document={document} />
        {refusal !== undefined && <PaperNotice tone="bad">{refusal}</PaperNotice>}
        {document.findings.map(({ kind: found, text }) => (
          <PaperNotice key={`${found} ${text}`} tone="warn">
            {text}
          </PaperNotice>
        ))}
        <div className={`rb-buttons ${classes.actions}`}>
          <Button loading={isBusy} leftSection={<IconDownload {...ICON} />} onClick={() => void save()}>
            Save PDF
          </Button>
          {canShare() && (
            <Button
              variant="secondary"
              disabled={isBusy}
              leftSection={<IconShare {...ICON} />}
              onClick={() => void share()}
            >
              Share
            </Button>
          )}
          <Button
            variant="secondary"
            leftSection={<IconPrinter {...ICON} />}
            aria-haspopup="dialog"
            onClick={() => setIsViewed(true)}
          >
            View & print
          </Button>
          <Button
            variant="secondary"
            disabled={!online || isLocal}
            leftSection={<IconMail {...ICON} />}
            onClick={() => setIsMailing(true)}
          >
            E-mail
          </Button>
          <Button
            variant="secondary"
            renderRoot={(button) => <Link {...linkTo(estimatePath(document.estimateId))} {...button} />}
          >
            Back to the estimate
          </Button>
        </div>
        <div className={classes.facts}>
          <Mailed documentId={document.id} />
          <MadeWith document={document} />
        </div>
        {(!online || isLocal) && (
          <p className={`rb-hint ${classes.reason}`}>E-mail needs a signal: the document is sent first.</p>
        )}
      </Panel>
      {paper && (
        <div className={classes.paper}>
          <DocumentPaper {...paper} fileUrl={fileUrl} label={label} />
        </div>
      )}
      {isViewed && (
        <Suspense>
          <DocumentView document={document} onDismiss={() => setIsViewed(false)} />
        </Suspense>
      )}
      {isMailing && <EmailDialog document={document} onDismiss={() => setIsMailing(false)} />}
    </>
  );
}

function SentState({ document }: { document: LocalDocument }) {
  const what = isSigned(document) ? "Signed and saved" : "Saved";
  if (document.sync === "synced")
    return (
      <p className={classes.state} data-tone="ok" role="status">
        <IconCheck {...ICON} />
        {isSigned(document) ? "Signed, and the office has it" : "The office has it"}
      </p>
    );
  const state = syncState(document.sync);
  return (
    <p className={classes.state} data-tone={state?.tone} role="status">
      <IconClock {...ICON} />
      {document.sync === "waiting"
        ? `${what} on this device, will be sent`
        : document.sync === "sending"
          ? `${what} on this device, sending`
          : `${what} on this device. The server did not accept it.`}
      {document.sync !== "waiting" && document.sync !== "sending" && (
        <TextButton onClick={openSyncPanel}>See why</TextButton>
      )}
    </p>
  );
}
