import { Button } from "@mantine/core";
import { DOCUMENT_LABELS } from "@ridgebook/contract";
import { dayOf } from "@ridgebook/documents";
import { IconChevronLeft } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useRef, useState, type Dispatch, type SetStateAction } from "react";
import { paperTime } from "#features/documents/create/document-source.ts";
import type { FreezeAgain, FrozenDocument } from "#features/documents/create/frozen-document.ts";
import { storeDocument } from "#features/documents/create/store-document.ts";
import { useDocumentWork } from "#features/documents/document-work.tsx";
import { DocumentPaper } from "#features/documents/paper/document-paper.tsx";
import { estimatePath, linkTo } from "#features/documents/paths.ts";
import { originalOf } from "#features/documents/choices/printed-as.ts";
import { readDocumentFiles } from "#features/documents/pdf/document-files.ts";
import { PdfProblem, preparePdf } from "#features/documents/pdf/make-pdf.ts";
import { clockNotice } from "#features/documents/signing/clock-notice.ts";
import { ReviewNotices } from "#features/documents/signing/review-notices.tsx";
import classes from "#features/documents/signing/review.module.css";
import { signDocument } from "#features/documents/signing/sign-document.ts";
import { SlotToSign } from "#features/documents/signing/slot-to-sign.tsx";
import { signedNames, type TakenSignatures } from "#features/documents/signing/taken-signature.ts";
import { useSigning } from "#features/documents/signing/use-signing.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { useAlert } from "#ui/dialogs/use-alert.ts";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { FullScreenOverlay } from "#ui/full-screen-overlay.tsx";
import { notices } from "#ui/notices/notices.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { TextButton } from "#ui/text-button.tsx";
import { useBottomBar } from "#ui/use-bottom-bar.ts";

/**
 * The whole paper to read, and a slot for each signature below. What is signed is exactly what is read: going back to edit removes the
 * signatures, after confirmation.
 */
export function ReviewPage({
  document,
  fileUrl,
  taken,
  stale,
  hasMoved,
  isResumed,
  onTaken,
  onEdit,
  onStored,
  onMade,
  knownPapers,
  freezeAgain,
}: {
  document: FrozenDocument;
  fileUrl: (fileId: string) => string;
  /** The signatures so far. */
  taken: TakenSignatures;
  /** Why no one else may sign the partly signed paper; empty while nothing has changed. */
  stale: readonly string[];
  /** Whether the estimate differs from the paper. */
  hasMoved: () => boolean;
  /** The app was closed during signing and resumes. */
  isResumed: boolean;
  onTaken: Dispatch<SetStateAction<TakenSignatures>>;
  onEdit: () => void;
  /** Called once the document is on this device, before the server is asked. */
  onStored: () => void;
  /** Called with the id of the stored document. */
  onMade: (id: number) => Promise<void>;
  /** Documents that the user has already been shown. */
  knownPapers: readonly LocalDocument[];
  /** Builds the document again, dated today. */
  freezeAgain: (changes?: FreezeAgain) => FrozenDocument | undefined;
}) {
  const { model } = document;
  const { estimate } = useDocumentWork();
  const localData = useLocalData();
  const { companyId, reportFailure } = useSession();
  const confirm = useConfirm();
  const alert = useAlert();
  const [isMaking, setIsMaking] = useState(false);
  const missing = useMissingFiles(document);
  const [openedOn] = useState(() => dayOf(paperTime(localData), model.company.timeZone));
  const navigate = useNavigate();
  const bar = useBottomBar();
  const top = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    // A new page starts at the top.
    window.scrollTo({ top: 0 });
    top.current?.focus();
  }, []);
  // Preload the signing code while they read.
  useEffect(preparePdf, []);

  const label = DOCUMENT_LABELS[model.kind];
  const signing = useSigning({ document, taken, knownPapers, onTaken, freezeAgain, hasMoved });
  const { slots, next, putOff, signedCount, isWhole, faults, look, isSound, isLooking } = signing;
  const { listRef, laterRef, finishRef, nextPlace, sign, takeAway, putOffOf } = signing;
  const canSign = isSound && stale.length === 0;

  /** Confirms wherever signatures would be lost. */
  const mayTakeAway = async (question: { title: string; reason: string; confirmText: string }): Promise<boolean> => {
    if (signedCount === 0) return true;
    const { reason, ...texts } = question;
    const lost = signedCount === 1 ? "The signature on it is" : `The ${String(signedCount)} signatures on it are`;
    return confirm({ ...texts, message: `${lost} removed: ${reason}`, kind: "warning" });
  };

  const edit = async (): Promise<void> => {
    const isSure = await mayTakeAway({
      title: `Change the ${label.toLowerCase()}?`,
      reason: "what was signed must be what is read.",
      confirmText: "Change and sign again",
    });
    if (isSure) onEdit();
  };

  /** The slots are below the paper, initially out of sight. */
  const goToSignatures = (): void => {
    const place = nextPlace();
    place?.scrollIntoView({ block: "center" });
    place?.focus({ preventScroll: true });
  };

  /** Signatures are stored with their paper, which is listed with the estimate's documents. */
  const leave = async (): Promise<void> => {
    notices.add({
      message: `${signedNames(slots, taken)} signed. The ${label.toLowerCase()} waits on this device for the others.`,
    });
    await navigate(linkTo(estimatePath(estimate.id)));
  };

  const makeNewPaper = async (): Promise<void> => {
    const isSure = await mayTakeAway({
      title: "Make a new paper?",
      reason: "everybody signs the new one.",
      confirmText: "Make it and sign again",
    });
    if (!isSure || !freezeAgain({ hasNewNumber: true })) return;
    onTaken({});
    top.current?.focus();
  };

  const finish = async (): Promise<void> => {
    setIsMaking(true);
    try {
      const signed = await signDocument(document, taken, { companyId: companyId ?? 0 });
      await onMade(await storeDocument({ localData, estimate, document, signing: signed, whenStored: onStored }));
    } catch (error) {
      setIsMaking(false);
      if (error instanceof PdfProblem)
        await alert({ title: `The ${label.toLowerCase()} was not made`, message: error.message, kind: "error" });
      else await reportFailure(error);
    }
  };

  return (
    <div className={classes.page} data-ground="canvas">
      <div ref={top} tabIndex={-1}>
        <PageHeader
          back={
            <TextButton className={classes.back} onClick={() => void edit()}>
              <IconChevronLeft size={16} stroke={1.75} aria-hidden />
              Change the {label.toLowerCase()}
            </TextButton>
          }
          title={`Review & sign ${label.toLowerCase()}`}
        />
      </div>
      {isResumed && signedCount > 0 && (
        <p role="status" className={classes.resumed}>
          {signedCount === 1 ? "The signature" : `The ${String(signedCount)} signatures`} given before{" "}
          {signedCount === 1 ? "is" : "are"} still here, on the same paper.
          {openedOn !== model.date &&
            ` It is dated ${model.dateText}. To date it today, change the ${label.toLowerCase()} and sign again.`}
        </p>
      )}
      {missing !== undefined && (
        <p role="alert" className={classes.missing}>
          {missing}
        </p>
      )}
      <ReviewNotices
        faults={faults}
        clockText={clockNotice(localData.deviceClock(), model)}
        model={model}
        look={look}
        stale={stale}
        signedNames={signedNames(slots, taken)}
        isWhole={isWhole}
        onNewPaper={() => void makeNewPaper()}
        estimateId={estimate.id}
        onEdit={() => void edit()}
      />
      <div className={classes.paper}>
        <DocumentPaper model={model} fileUrl={fileUrl} signatures={taken} label={`${label} to sign`} />
      </div>
      <div className={classes.signing} id="signing">
        <Panel title="Signatures">
          {canSign ? (
            <ol ref={listRef} key={look.version} className="rb-list">
              {slots.map((slot) => (
                <SlotToSign
                  key={slot.key}
                  slot={slot}
                  signature={taken[slot.key]}
                  isNext={slot === next}
                  isPutOff={putOff.has(slot.key)}
                  canPutOff={slots.length - signedCount > 1}
                  isBusy={isLooking}
                  original={originalOf(slot.name, document.choices.printedAs)}
                  timeZone={model.company.timeZone}
                  onSign={(signature) => void sign(slot.key, signature)}
                  onTakeAway={() => takeAway(slot.key)}
                  onPutOff={(isPutOff) => putOffOf(slot.key, isPutOff)}
                />
              ))}
            </ol>
          ) : (
            <p className={classes.later}>
              {faults.length > 0
                ? `Nobody can sign this ${label.toLowerCase()} until it is put right: see the top of this page.`
                : stale.length > 0
                  ? isWhole
                    ? "Everybody has signed this paper."
                    : "Nobody else can sign this paper: see the top of this page."
                  : "First choose at the top of this page what becomes of the contract that was signed."}
            </p>
          )}
        </Panel>
      </div>
      <div ref={bar} className={classes.bar} data-ground="surface">
        <span className={classes.count} role="status">
          {signedCount} of {slots.length} signed
        </span>
        {signedCount === 0 && canSign && <TextButton onClick={goToSignatures}>Go to signatures</TextButton>}
        {signedCount > 0 && !isWhole && (
          <Button ref={laterRef} size="md" variant="secondary" onClick={() => void leave()}>
            Others sign later
          </Button>
        )}
        <Button
          ref={finishRef}
          size="md"
          // Whatever has changed, all have signed what they read.
          disabled={!isSound || !isWhole}
          onClick={() => void finish()}
        >
          Finish {label.toLowerCase()}
        </Button>
      </div>
      <FullScreenOverlay animation={isMaking ? "create" : undefined} />
    </div>
  );
}

/** Warns before signing that a file of the paper is unavailable. */
function useMissingFiles({ model }: FrozenDocument): string | undefined {
  const { companyId, isOnline } = useSession();
  const [missing, setMissing] = useState<string>();
  useEffect(() => {
    let isOvertaken = false;
    readDocumentFiles(model, { companyId: companyId ?? 0 }).then(
      () => {
        if (!isOvertaken) setMissing(undefined);
      },
      (error: unknown) => {
        if (!isOvertaken && error instanceof PdfProblem) setMissing(error.message);
      },
    );
    return () => {
      isOvertaken = true;
    };
  }, [model, companyId, isOnline]);
  return missing;
}
