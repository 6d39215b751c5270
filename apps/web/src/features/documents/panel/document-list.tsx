import {
  formatDateTime,
  DOCUMENT_LABELS,
  documentKindOf,
  isCompanyAdmin,
  isLocalId,
  isReconstructed,
  isSigned,
  PDF_STATUSES,
  type DocumentKind,
} from "@ridgebook/contract";
import { IconAlertTriangle, IconDots, IconFileText, IconWritingSign } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { kindsMadeFrom } from "#features/documents/document-relations.ts";
import { kindLabel, pdfState, refusalReason, syncState } from "#features/documents/document-states.ts";
import { HistoryDialog } from "#features/documents/panel/history-dialog.tsx";
import classes from "#features/documents/panel/panel.module.css";
import { useDocumentActions } from "#features/documents/panel/use-document-actions.ts";
import { changeOrderPath, createPath, estimatePath, linkTo } from "#features/documents/paths.ts";
import { usePdfActions } from "#features/documents/use-pdf-actions.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import { useSyncStatus } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { linkRow, ROW_LINK } from "#ui/link-row.ts";
import { PopUp } from "#ui/pop-up.tsx";
import { Tag } from "#ui/tag.tsx";
import { TextButton } from "#ui/text-button.tsx";

/** Lazy: with its editor it is larger than the list. */
const EmailDialog = lazy(async () => {
  const { EmailDialog: component } = await import("#features/documents/panel/email-dialog.tsx");
  return { default: component };
});

const DocumentView = lazy(async () => {
  const { DocumentView: component } = await import("#features/documents/view/document-view.tsx");
  return { default: component };
});

const CertificateView = lazy(async () => {
  const { CertificateView: component } = await import("#features/documents/view/document-view.tsx");
  return { default: component };
});

/**
 * What is printed on the document: unlike the id it never changes, so a dialog of the row stays open during sync. Two documents may have
 * one number (SIGN-22).
 */
const rowKey = ({ id, data, createdTime, name }: LocalDocument): string =>
  data["number"] ? [data["number"], createdTime, name].join(" ") : String(id);

/** Documents, newest first, each with its state and actions. */
export function DocumentList({
  documents,
  nameById,
  onChanged,
}: {
  documents: readonly LocalDocument[];
  /** Names of their estimates, if there are several. */
  nameById?: ReadonlyMap<number, string> | undefined;
  /** Called when the server has newer data about them. */
  onChanged: () => void;
}) {
  return (
    <ul className={classes.list}>
      {documents.map((document) => (
        <DocumentRow
          key={rowKey(document)}
          document={document}
          estimateName={nameById?.get(document.estimateId)}
          onChanged={onChanged}
        />
      ))}
    </ul>
  );
}

type DocumentDialog = "email" | "history" | "certificate";

function DocumentRow({
  document,
  estimateName,
  onChanged,
}: {
  document: LocalDocument;
  estimateName: string | undefined;
  onChanged: () => void;
}) {
  const { timeZone } = useSession();
  const [dialog, setDialog] = useState<DocumentDialog>();
  const { makePdfAgain, isMakingPdf } = useDocumentActions(document, onChanged);
  const { name, type, createdTime, data, sync } = document;
  const number = data["number"] ?? "";
  const way = syncState(sync);
  // The server has no PDF of an unsent document.
  const pdf = isLocalId(document.id) ? undefined : pdfState(document);
  return (
    <li {...(documentKindOf(type) ? linkRow(classes.row) : { className: classes.row })}>
      {isSigned(document) ? (
        <IconWritingSign className={classes.icon} size={20} stroke={1.75} aria-hidden />
      ) : (
        <IconFileText className={classes.icon} size={20} stroke={1.75} aria-hidden />
      )}
      <div className={classes.main}>
        <DocumentName document={document} />
        <div className={classes.facts}>
          {[kindLabel(type), number, formatDateTime({ time: createdTime, timeZone })].filter(Boolean).join(" · ")}
        </div>
        {estimateName !== undefined && (
          <Link {...linkTo(estimatePath(document.estimateId))} className={classes.estimate}>
            <span className="rb-visually-hidden">Estimate </span>
            {estimateName}
          </Link>
        )}
        <div className={`rb-row ${classes.states}`}>
          {isSigned(document) &&
            (isReconstructed(document) ? <Tag tone="warn">Signatures only</Tag> : <Tag tone="ok">Signed</Tag>)}
          {document.findings.length > 0 && <Tag tone="warn">Marked</Tag>}
          {document.supersededById !== null && <Tag tone="warn">Superseded</Tag>}
          {way && <Tag tone={way.tone}>{way.text}</Tag>}
          {pdf && <Tag tone={pdf.tone}>{pdf.text}</Tag>}
          {pdf && document.pdfStatus === PDF_STATUSES.failure && (
            <TextButton isInText disabled={isMakingPdf} onClick={() => void makePdfAgain()}>
              Try again <span className="rb-visually-hidden">to make the PDF of {name}</span>
            </TextButton>
          )}
        </div>
        <DocumentNotes document={document} />
      </div>
      <DocumentMenu document={document} onDialog={setDialog} onChanged={onChanged} />
      {dialog === "email" && (
        <Suspense>
          <EmailDialog document={document} onDismiss={() => setDialog(undefined)} />
        </Suspense>
      )}
      {dialog === "history" && <HistoryDialog document={document} onDismiss={() => setDialog(undefined)} />}
      {dialog === "certificate" && (
        <Suspense>
          <CertificateView document={document} onDismiss={() => setDialog(undefined)} />
        </Suspense>
      )}
    </li>
  );
}

/** Why the server rejected it, and its findings about a signed one. */
function DocumentNotes({ document }: { document: LocalDocument }) {
  const refusal = refusalReason(document);
  const notes = [
    ...(refusal === undefined ? [] : [{ key: "refusal", tone: "bad", text: `Not accepted by the server: ${refusal}` }]),
    ...document.findings.map(({ kind, text }) => ({ key: `${kind} ${text}`, tone: "warn", text })),
  ];
  if (notes.length === 0) return null;
  return (
    <ul className={classes.notes}>
      {notes.map(({ key, tone, text }) => (
        <li key={key} data-tone={tone}>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** Opens the paper. An unknown type has none (DOC-23). */
function DocumentName({ document }: { document: LocalDocument }) {
  const [isOpen, setIsOpen] = useState(false);
  const { name, type } = document;
  const shown = name || kindLabel(type);
  if (!documentKindOf(type)) return <span className={classes.name}>{shown}</span>;
  return (
    <>
      <button
        type="button"
        className={classes.name}
        data-on-paper="yes"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        {...ROW_LINK}
      >
        {shown}
      </button>
      {isOpen && (
        <Suspense>
          <DocumentView document={document} onDismiss={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

type Closing = { popoverTarget: string; popoverTargetAction: "hide" };

function DocumentMenu({
  document,
  onDialog,
  onChanged,
}: {
  document: LocalDocument;
  onDialog: (dialog: DocumentDialog) => void;
  onChanged: () => void;
}) {
  const { user } = useSession();
  const { online } = useSyncStatus("online");
  const { save } = usePdfActions(document);
  const { remove, copyLink } = useDocumentActions(document, onChanged);
  const { id, name } = document;
  const isSent = !isLocalId(id);
  const offlineReason = online ? (isSent ? undefined : "The document is sent first.") : "Needs a signal.";
  const makeable = kindsMadeFrom(document);
  return (
    <PopUp
      label={`More for ${name}`}
      buttonClassName="rb-square"
      buttonLabel={`More for ${name}`}
      button={<IconDots size={20} stroke={1.75} aria-hidden />}
    >
      {(closing) => (
        <div className={`rb-menu ${classes.menu}`}>
          <MenuButton closing={closing} onClick={() => void save()}>
            Save PDF
          </MenuButton>
          <MenuButton closing={closing} reason={offlineReason} onClick={() => void copyLink()}>
            Copy link
          </MenuButton>
          <MenuButton closing={closing} reason={offlineReason} onClick={() => onDialog("email")}>
            E-mail
          </MenuButton>
          <MenuButton closing={closing} reason={offlineReason} onClick={() => onDialog("history")}>
            E-mail history
          </MenuButton>
          {isSigned(document) && (
            <MenuButton closing={closing} reason={offlineReason} onClick={() => onDialog("certificate")}>
              Certificate
            </MenuButton>
          )}
          {makeable.length > 0 && (
            <>
              <p className={`rb-caption ${classes.menuTitle}`}>Make from this</p>
              {makeable.map((kind) => (
                <Link key={kind} {...linkTo(madeFromPath(document, kind))} className="rb-menu-item">
                  {DOCUMENT_LABELS[kind]}
                </Link>
              ))}
            </>
          )}
          <hr />
          <MenuButton
            closing={closing}
            reason={isSigned(document) && !isCompanyAdmin(user) ? "Signed documents stay." : undefined}
            onClick={() => void remove()}
          >
            Delete
          </MenuButton>
        </div>
      )}
    </PopUp>
  );
}

/** A change order names its contract; others copy their source's choices. */
const madeFromPath = ({ id, estimateId }: LocalDocument, kind: DocumentKind): string =>
  kind === "changeOrder" ? changeOrderPath(estimateId, id) : createPath(estimateId, kind, id);

/** A menu action, or why it is unavailable. */
export function MenuButton({
  closing,
  reason,
  onClick,
  children,
}: {
  closing: Closing;
  reason?: string | undefined;
  onClick?: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" className="rb-menu-item" disabled={reason !== undefined} {...closing} onClick={onClick}>
      {children}
      {reason !== undefined && <span className={classes.reason}>{reason}</span>}
    </button>
  );
}
