import { formatDateTime, DOCUMENT_KINDS, DOCUMENT_LABELS, type DocumentKind } from "@ridgebook/contract";
import { IconChevronDown } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useId, useState } from "react";
import { changeableContracts, needsSource, sourcesOf } from "#features/documents/document-relations.ts";
import { useDocumentWork } from "#features/documents/document-work.tsx";
import type { DirectKind } from "#features/documents/panel/direct-dialog.tsx";
import { MenuButton } from "#features/documents/panel/document-list.tsx";
import classes from "#features/documents/panel/panel.module.css";
import { VerifyDialog } from "#features/documents/panel/verify-dialog.tsx";
import { createPath, linkTo } from "#features/documents/paths.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import { useSession } from "#server-client/session-context.tsx";
import dialogClasses from "#ui/dialogs/form-dialog.module.css";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { PopUp } from "#ui/pop-up.tsx";

/** Lazy: with everything that builds papers it is larger than its page. */
const DirectDialog = lazy(async () => {
  const { DirectDialog: component } = await import("#features/documents/panel/direct-dialog.tsx");
  return { default: component };
});

type OpenDialog = { readonly direct: DirectKind } | { readonly sourceOf: DocumentKind } | "verify";

const isDirect = (kind: DocumentKind): kind is DirectKind => kind === "costEstimate" || kind === "itemizedEstimate";

/** The menu of documents that can be made from the estimate. */
export function NewDocument({ documents }: { documents: readonly LocalDocument[] }) {
  const { estimate } = useDocumentWork();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = (): void => setDialog(undefined);
  const isContractSigned = changeableContracts(documents).length > 0;
  const signedId = useId();
  return (
    <>
      <PopUp
        label="New document"
        buttonClassName={classes.newButton}
        button={
          <>
            New document
            <IconChevronDown size={18} stroke={1.75} aria-hidden />
          </>
        }
      >
        {(closing) => (
          <div className={`rb-menu ${classes.menu}`}>
            {DOCUMENT_KINDS.map((kind) => {
              const label = DOCUMENT_LABELS[kind];
              if (isDirect(kind))
                return (
                  <MenuButton key={kind} closing={closing} onClick={() => setDialog({ direct: kind })}>
                    {label}
                  </MenuButton>
                );
              const reason = reasonAgainst(kind, documents);
              if (reason !== undefined || needsSource(kind))
                return (
                  <MenuButton
                    key={kind}
                    closing={closing}
                    reason={reason}
                    onClick={() => setDialog({ sourceOf: kind })}
                  >
                    {label}
                  </MenuButton>
                );
              return (
                <Link
                  key={kind}
                  {...linkTo(createPath(estimate.id, kind))}
                  className="rb-menu-item"
                  aria-label={label}
                  {...(kind === "contract" && isContractSigned && { "aria-describedby": signedId })}
                >
                  {label}
                  {kind === "contract" && isContractSigned && (
                    <span id={signedId} className={classes.reason}>
                      One is signed: a change order changes it.
                    </span>
                  )}
                </Link>
              );
            })}
            <hr />
            <MenuButton closing={closing} onClick={() => setDialog("verify")}>
              Check a PDF
            </MenuButton>
          </div>
        )}
      </PopUp>
      {dialog === "verify" && <VerifyDialog onDismiss={close} />}
      {typeof dialog === "object" && "direct" in dialog && (
        <Suspense>
          <DirectDialog kind={dialog.direct} onDismiss={close} />
        </Suspense>
      )}
      {typeof dialog === "object" && "sourceOf" in dialog && (
        <SourceDialog kind={dialog.sourceOf} documents={sourcesOf(dialog.sourceOf, documents)} onDismiss={close} />
      )}
    </>
  );
}

/** Why a kind cannot be made from the estimate yet. */
function reasonAgainst(kind: DocumentKind, documents: readonly LocalDocument[]): string | undefined {
  if (kind === "changeOrder" && changeableContracts(documents).length === 0) return "Needs a signed contract.";
  if (!needsSource(kind) || sourcesOf(kind, documents).length > 0) return undefined;
  return kind === "laborBill"
    ? "Made from a work order or a contract."
    : "Made from a labor bill, a work order or a contract.";
}

/** Selects the source document of a bill. */
function SourceDialog({
  kind,
  documents,
  onDismiss,
}: {
  kind: DocumentKind;
  documents: readonly LocalDocument[];
  onDismiss: () => void;
}) {
  const { estimate } = useDocumentWork();
  const { timeZone } = useSession();
  const navigate = useNavigate();
  const [sourceId, setSourceId] = useState(documents[0]?.id);
  return (
    <FormDialog
      title={`New ${DOCUMENT_LABELS[kind].toLowerCase()}`}
      text="It begins with what was chosen for another document."
      submitLabel="Continue"
      onSubmit={() => void navigate(linkTo(createPath(estimate.id, kind, sourceId)))}
      onDismiss={onDismiss}
    >
      <fieldset>
        <legend className="rb-legend">Made from</legend>
        {documents.map(({ id, name, createdTime, data }) => (
          <label key={id} className={dialogClasses.radio}>
            <input type="radio" name="source" checked={id === sourceId} onChange={() => setSourceId(id)} />
            <span>
              {name}
              <span className={`${classes.facts} ${classes.sourceFacts}`}>
                {[data["number"] ?? "", formatDateTime({ time: createdTime, timeZone })].filter(Boolean).join(" · ")}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
