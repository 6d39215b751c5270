import { Button } from "@mantine/core";
import { DOCUMENT_LABELS, fileUrl as urlOfFile, leadName, summaryKey, type DocumentKind } from "@ridgebook/contract";
import { workflowKeysOf, type DocumentChoices } from "@ridgebook/documents";
import { IconChevronLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState, type MouseEvent } from "react";
import { ContractSelect } from "#features/documents/choices/change-order-choices.tsx";
import { choiceProblems } from "#features/documents/choices/choice-problems.ts";
import { ChoicesForm } from "#features/documents/choices/choices-form.tsx";
import { copiesToChoose } from "#features/documents/choices/general-choices.tsx";
import { PRINTED_AS_FIELD } from "#features/documents/choices/printed-as.ts";
import classes from "#features/documents/create/create.module.css";
import { freezeDocument, isAgreedKind } from "#features/documents/create/freeze-document.ts";
import type { FreezeAgain, FrozenDocument } from "#features/documents/create/frozen-document.ts";
import { momentOfToday, newMoment, paperTime } from "#features/documents/create/document-source.ts";
import { LivePreview } from "#features/documents/create/live-preview.tsx";
import type { DocumentForm } from "#features/documents/create/open-document-form.ts";
import { SignedBefore } from "#features/documents/create/signed-before.tsx";
import { UnsignedWorkNotice } from "#features/documents/create/unsigned-work-notice.tsx";
import { storeDocument } from "#features/documents/create/store-document.ts";
import { useChoices } from "#features/documents/create/use-choices.ts";
import { useDocumentDraft } from "#features/documents/create/use-document-draft.ts";
import { useDocumentWork } from "#features/documents/document-work.tsx";
import { estimatePath, linkTo } from "#features/documents/paths.ts";
import { movedEstimate } from "#features/documents/signing/moved-since.ts";
import { papersBeside } from "#features/documents/signing/papers-before.ts";
import { ReviewPage } from "#features/documents/signing/review-page.tsx";
import type { TakenSignatures } from "#features/documents/signing/taken-signature.ts";
import { useStalePaper } from "#features/documents/signing/use-stale-paper.ts";
import { useAttempt } from "#forms/use-attempt.ts";
import { draftKey } from "#local-data/estimates/document-draft-ids.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { LocalLead } from "#local-data/leads/leads.ts";
import { useSession } from "#server-client/session-context.tsx";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { ErrorSummary, type FieldError } from "#ui/error-summary.tsx";
import { FullScreenOverlay } from "#ui/full-screen-overlay.tsx";
import { useAttemptErrors } from "#ui/notices/use-attempt-errors.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { TextButton } from "#ui/text-button.tsx";
import { useBottomBar } from "#ui/use-bottom-bar.ts";

const ERRORS_FIRST = "The page has errors which must be fixed before saving";

/** The choices next to the live paper; then the document is made, or reviewed and signed. */
export function DocumentMaker({
  form,
  lead,
  kind,
  sourceId,
}: {
  form: DocumentForm;
  lead: LocalLead;
  kind: DocumentKind;
  sourceId: number | undefined;
}) {
  const work = useDocumentWork();
  const localData = useLocalData();
  const { companyId, timeZone } = useSession();
  const confirm = useConfirm();
  const maker = useChoices({ form, lead, kind, work });
  const { source, choices, change, start, entryProblems, onProblem, contractId, setContractId, moment } = maker;
  const { documents, contracts, startContractId, signing: interrupted } = maker;
  const [frozen, setFrozen] = useState<FrozenDocument | undefined>(interrupted?.document);
  const [taken, setTaken] = useState<TakenSignatures>(interrupted?.taken ?? {});
  const [hasTried, setHasTried] = useState(false);
  /** Set after an attempt with unprintable words; cleared by the next change. */
  const [printing, setPrinting] = useState<{ choices: DocumentChoices; problem: FieldError }>();
  const { isBusy: isMaking, attempt } = useAttempt();
  const attemptErrors = useAttemptErrors();

  const stale = useStalePaper({ document: frozen, taken, source });
  const draft = useMemo(() => {
    // Signatures are stored with the exact paper they belong to, until it is made.
    const signing = frozen && Object.keys(taken).length > 0 ? { document: frozen, taken } : undefined;
    const isAsBegun = choices === start && contractId === startContractId;
    return isAsBegun && !signing ? undefined : { choices, contractId, signing };
  }, [choices, start, contractId, startContractId, frozen, taken]);
  // Leaving the review loses nothing: choices are stored, the paper follows from them, and a signed one is stored itself.
  const { noteStored, leaveMade, leaveForLater } = useDocumentDraft({
    estimateId: work.estimate.id,
    copyKey: draftKey(kind, sourceId),
    draft,
    hasChanges: frozen === undefined && choices !== start,
  });

  /** Without work removed from the estimate in the meantime. */
  const heldChoices = useMemo((): DocumentChoices => {
    const held = new Set(copiesToChoose(source).map(summaryKey));
    const copies = choices.copies.filter((copy) => held.has(summaryKey(copy)));
    return copies.length === choices.copies.length ? choices : { ...choices, copies };
  }, [choices, source]);
  const problems = useMemo(
    (): FieldError[] => [
      ...choiceProblems(heldChoices),
      ...(printing?.choices === choices ? [printing.problem] : []),
      ...Object.entries(entryProblems).map(([field, message]) => ({ field, message })),
    ],
    [heldChoices, entryProblems, printing, choices],
  );
  useEffect(() => {
    if (problems.length === 0) attemptErrors.close();
  }, [attemptErrors, problems]);
  const errorOf = useCallback(
    (field: string) => (hasTried ? problems.find((each) => each.field === field)?.message : undefined),
    [hasTried, problems],
  );
  const fileUrl = useCallback((id: string) => urlOfFile({ id, companyId: companyId ?? 0 }), [companyId]);

  /** The current document, dated today; undefined, with an error shown, if something must be fixed first. */
  const freeze = ({ agreed, hasNewNumber = false }: FreezeAgain = {}): FrozenDocument | undefined => {
    setHasTried(true);
    attemptErrors.close();
    if (problems.length > 0) {
      attemptErrors.add({ message: ERRORS_FIRST, autoClose: true });
      return undefined;
    }
    const now = paperTime(localData);
    const today = hasNewNumber ? newMoment(work.settings, now) : momentOfToday(moment, work.settings, now);
    maker.setMoment(today);
    if (agreed) maker.setAgreed(agreed);
    const known = agreed ?? { documents, contractId };
    const made = freezeDocument({
      work,
      lead,
      source: maker.sourceWith({ ...known, moment: today }),
      choices: heldChoices,
      sourceId: form.madeFrom?.id,
      agreed: known,
    });
    if ("document" in made) return made.document;
    attemptErrors.add({ message: made.problem.message });
    if (made.problem.field === PRINTED_AS_FIELD) {
      setPrinting({ choices, problem: made.problem });
      document.getElementById(PRINTED_AS_FIELD)?.focus();
    }
    return undefined;
  };

  const make = async (): Promise<void> => {
    const document = freeze();
    if (!document) return;
    await attempt(async () => {
      await leaveMade(await storeDocument({ localData, estimate: work.estimate, document, whenStored: noteStored }));
    });
  };

  const startOver = async (): Promise<void> => {
    const isSure = await confirm({
      title: "Start over?",
      message: "Everything that was chosen for this document goes back to how it began.",
      confirmText: "Start over",
      kind: "warning",
    });
    if (isSure) maker.reset();
  };

  const bar = useBottomBar();
  const label = DOCUMENT_LABELS[kind];
  const isSigned = isAgreedKind(kind);
  if (frozen)
    return (
      <ReviewPage
        document={frozen}
        fileUrl={fileUrl}
        taken={taken}
        stale={stale}
        hasMoved={() => movedEstimate(frozen, source) !== undefined}
        isResumed={frozen === interrupted?.document}
        onTaken={setTaken}
        onEdit={() => {
          setTaken({});
          setFrozen(undefined);
        }}
        onStored={noteStored}
        onMade={leaveMade}
        knownPapers={documents}
        freezeAgain={(changes) => {
          const again = freeze(changes);
          if (again) setFrozen(again);
          return again;
        }}
      />
    );
  return (
    <div className={classes.page} data-ground="canvas">
      <PageHeader
        back={
          <Link {...linkTo(estimatePath(work.estimate.id))} activeOptions={{ exact: true }} className="rb-back">
            <IconChevronLeft size={16} stroke={1.75} aria-hidden />
            {work.estimate.name || leadName(lead)}
          </Link>
        }
        title={`New ${label.toLowerCase()}`}
        {...(form.madeFrom && { note: `from ${form.madeFrom.name}` })}
      />
      <div className={classes.columns}>
        <div className={classes.choices}>
          <Panel as="div">
            {maker.isRestored && (
              <p className={`rb-row ${classes.restored}`}>
                What you chose before is still here.{" "}
                <TextButton onClick={() => void startOver()}>Start over</TextButton>
              </p>
            )}
            {(kind === "workOrder" || kind === "purchaseOrder") && (
              <UnsignedWorkNotice source={source} choices={heldChoices} documents={documents} />
            )}
            {kind === "contract" && (
              <SignedBefore
                papers={papersBeside(
                  { kind, workflows: workflowKeysOf(heldChoices), basedOnId: undefined, sourceId, buildsOn: [] },
                  documents,
                )}
                onLeave={leaveForLater}
              />
            )}
            {contracts.length > 1 && (
              <ContractSelect
                contracts={contracts}
                contractId={contractId}
                timeZone={timeZone}
                onSelect={setContractId}
              />
            )}
            <ChoicesForm
              key={maker.formKey}
              choices={choices}
              source={source}
              change={change}
              errorOf={errorOf}
              onProblem={onProblem}
              fileUrl={fileUrl}
              leadId={work.estimate.leadId}
            />
          </Panel>
        </div>
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by itself beside the choices, and so the keyboard has to reach it */}
        <section className={classes.preview} aria-label="Paper" id="paper" tabIndex={0}>
          <LivePreview source={source} choices={choices} fileUrl={fileUrl} label={`${label} as it will be`} />
        </section>
      </div>
      <div ref={bar} className={`rb-bar ${classes.bar}`} data-ground="surface">
        <div className={classes.barText}>{hasTried && <ErrorSummary errors={problems} />}</div>
        <a href="#paper" className={`rb-action-link ${classes.toPaper}`} onClick={(event) => showPaper(event)}>
          See the paper
        </a>
        <Button
          size="md"
          onClick={() => {
            if (!isSigned) void make();
            else setFrozen(freeze());
          }}
        >
          {isSigned ? "Review & sign" : `Create ${label.toLowerCase()}`}
        </Button>
      </div>
      <FullScreenOverlay animation={isMaking ? "create" : undefined} />
    </div>
  );
}

function showPaper(event: MouseEvent): void {
  // Keep the address: the router would treat a fragment as a page.
  event.preventDefault();
  document.getElementById("paper")?.scrollIntoView({ block: "start" });
}
