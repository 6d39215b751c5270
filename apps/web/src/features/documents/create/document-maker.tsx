import { Button } from "@mantine/core";
import {
  DOCUMENT_LABELS,
  fileUrl as urlOfFile,
  leadFieldsOf,
  leadName,
  summaryKey,
  type DocumentKind,
} from "@ridgebook/contract";
import {
  basisOf,
  hasNothingToOrder,
  initialChoices,
  NOTHING_TO_ORDER,
  workflowKeysOf,
  type DocumentChoices,
  type DocumentSource,
} from "@ridgebook/documents";
import { IconChevronLeft } from "@tabler/icons-react";
import { Link, useLocation, useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, useState, type MouseEvent } from "react";
import { ContractSelect } from "#features/documents/choices/change-order-choices.tsx";
import { choiceProblems } from "#features/documents/choices/choice-problems.ts";
import { ChoicesForm } from "#features/documents/choices/choices-form.tsx";
import { copiesToChoose } from "#features/documents/choices/general-choices.tsx";
import { PRINTED_AS_FIELD, printingProblem } from "#features/documents/choices/printed-as.ts";
import type { EntryProblems } from "#features/documents/choices/number-entry.tsx";
import classes from "#features/documents/create/create.module.css";
import { valuesToDraft } from "#features/documents/create/document-draft.ts";
import type { Agreed, FreezeAgain, FrozenDocument } from "#features/documents/create/frozen-document.ts";
import {
  documentSource,
  madeWithOf,
  momentOfToday,
  newMoment,
  paperTime,
  type Moment,
} from "#features/documents/create/document-source.ts";
import { LivePreview, tryToBuild } from "#features/documents/create/live-preview.tsx";
import type { DocumentForm } from "#features/documents/create/open-document-form.ts";
import { SignedBefore } from "#features/documents/create/signed-before.tsx";
import { UnsignedWorkNotice } from "#features/documents/create/unsigned-work-notice.tsx";
import { storeDocument } from "#features/documents/create/store-document.ts";
import { useDocumentDraft } from "#features/documents/create/use-document-draft.ts";
import { useDocumentWork, type DocumentWork } from "#features/documents/document-work.tsx";
import { belowEstimate, estimatePath, linkTo } from "#features/documents/paths.ts";
import { movedEstimate } from "#features/documents/signing/moved-since.ts";
import { buildsOn, papersBeside, standingContractsOf } from "#features/documents/signing/papers-before.ts";
import { ReviewPage } from "#features/documents/signing/review-page.tsx";
import type { TakenSignatures } from "#features/documents/signing/taken-signature.ts";
import { useStalePaper } from "#features/documents/signing/use-stale-paper.ts";
import { useAttempt } from "#forms/use-attempt.ts";
import { draftKey } from "#local-data/estimates/document-draft-ids.ts";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
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
import { useLeaveGuard } from "#ui/use-leave-guard.ts";

const isAgreedKind = (kind: DocumentKind): kind is "contract" | "changeOrder" =>
  kind === "contract" || kind === "changeOrder";

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
  const { companyId, timeZone, reportFailure } = useSession();
  const navigate = useNavigate();
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
  const isMade = useRef(false);
  /** Keeps the draft when the user switches to a change order. */
  const isKept = useRef(false);
  const attemptErrors = useAttemptErrors();

  const stale = useStalePaper({ document: frozen, taken, source });
  // Leaving the review loses nothing: choices are stored, the paper follows from them, and a signed one is stored itself.
  const isReviewing = frozen !== undefined;
  const hasChanges = useCallback(
    () => !isMade.current && !isKept.current && !isReviewing && choices !== start,
    [choices, start, isReviewing],
  );
  const { pathname } = useLocation();
  const drafts = useDocumentDraft({
    estimateId: work.estimate.id,
    copyKey: draftKey(kind, sourceId),
    onFailure: useCallback((error: unknown) => void reportFailure(error), [reportFailure]),
  });
  useEffect(() => {
    if (isMade.current) return;
    // Signatures are stored with the exact paper they belong to, until it is made.
    const signing = frozen && Object.keys(taken).length > 0 ? { document: frozen, taken } : undefined;
    const isAsBegun = choices === start && contractId === startContractId;
    drafts.keep(isAsBegun && !signing ? undefined : { choices, contractId, signing });
  }, [drafts, choices, start, contractId, startContractId, frozen, taken]);
  useLeaveGuard({
    hasChanges,
    isSameForm: async (next) => {
      const [from, to] = [belowEstimate(pathname), belowEstimate(next)];
      if (!from || !to || from.below !== to.below) return false;
      return (await localData.resolveId({ storeName: "estimates", id: from.estimateId })) === to.estimateId;
    },
    onDiscard: drafts.drop,
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
    const named = { ...heldChoices, name: choices.name.trim() };
    const built = tryToBuild(maker.sourceWith({ ...known, moment: today }), named);
    if ("failure" in built) {
      attemptErrors.add({ message: `This paper cannot be made: ${built.failure}` });
      return undefined;
    }
    if (hasNothingToOrder(built.model)) {
      attemptErrors.add({ message: NOTHING_TO_ORDER });
      return undefined;
    }
    const unprintable = printingProblem(built.model);
    if (unprintable) {
      attemptErrors.add({ message: unprintable.message });
      setPrinting({ choices, problem: unprintable });
      document.getElementById(PRINTED_AS_FIELD)?.focus();
      return undefined;
    }
    const sourceId = form.madeFrom?.id;
    const basedOnId = named.kind === "changeOrder" ? known.contractId : undefined;
    return {
      model: built.model,
      choices: named,
      basis: basisOf(source.estimate),
      madeWith: madeWithOf(work),
      lead: leadFieldsOf(lead),
      ...{ sourceId, basedOnId },
      buildsOn: isAgreedKind(named.kind) ? buildsOn({ kind: named.kind, basedOnId, sourceId }, known.documents) : [],
    };
  };

  /** The document now exists: a leftover draft would become a second one. */
  const noteStored = (): void => {
    isMade.current = true;
    void drafts.drop();
  };

  const leaveMade = async (id: number): Promise<void> => {
    await drafts.drop();
    await navigate({ ...linkTo(pathname), search: { made: String(id) }, replace: true });
  };

  const make = async (): Promise<void> => {
    const document = freeze();
    if (!document) return;
    await attempt(async () => {
      const id = await storeDocument({ localData, estimate: work.estimate, document, whenStored: noteStored });
      await leaveMade(id);
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
              <p className={classes.restored}>
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
                onLeave={() => {
                  isKept.current = true;
                }}
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

/** The choices with defaults, and the source that the paper is built from. */
function useChoices({
  form,
  lead,
  kind,
  work,
}: {
  form: DocumentForm;
  lead: LocalLead;
  kind: DocumentKind;
  work: DocumentWork;
}) {
  const localData = useLocalData();
  const { profile, user } = useSession();
  const { contract: asked } = useSearch({ strict: false });
  const found = useLocalQuery("users", () => localData.users.find(user?.id ?? 0), [localData, user?.id]).value;
  const person = profile ?? found;
  const [moment, setMoment] = useState<Moment>(() => newMoment(work.settings, paperTime(localData)));
  const [documents, setDocuments] = useState(form.documents);
  const contracts = useMemo(() => (kind === "changeOrder" ? standingContractsOf(documents) : []), [kind, documents]);
  const { madeFrom } = form;
  const sourceWith = useCallback(
    ({
      contractId: id,
      documents: known,
      moment: made,
    }: Agreed & {
      moment: Moment;
    }): DocumentSource => {
      const contract = standingContractsOf(known).find((each) => kind === "changeOrder" && each.id === id);
      return documentSource({ ...{ work, lead, person, madeFrom, contract }, documents: known, moment: made });
    },
    [kind, work, lead, person, madeFrom],
  );

  const [opened] = useState(() => {
    const wanted = contracts.find(({ id }) => String(id) === asked)?.id ?? contracts[0]?.id;
    const start: DocumentChoices = initialChoices(sourceWith({ contractId: wanted, documents, moment }), kind, {
      madeFromChoices: form.madeFromChoices,
    });
    const draft = valuesToDraft(form.kept, { start, lead: leadFieldsOf(lead) });
    const isKnown = draft?.contractId === undefined || contracts.some(({ id }) => id === draft.contractId);
    return { start, draft: isKnown ? draft : undefined, contractId: wanted };
  });
  const [contractId, setContractId] = useState(opened.draft?.contractId ?? opened.contractId);
  const [choices, setChoices] = useState(opened.draft?.choices ?? opened.start);
  const [entryProblems, setEntryProblems] = useState<EntryProblems>({});
  const [isRestored, setIsRestored] = useState(opened.draft !== undefined);
  /** A new number remounts all fields. */
  const [formKey, setFormKey] = useState(0);
  const source = useMemo(
    () => sourceWith({ contractId, documents, moment }),
    [sourceWith, contractId, documents, moment],
  );

  const change = useCallback((changed: object) => setChoices((before) => ({ ...before, ...changed })), []);
  const onProblem = useCallback(
    (field: string, message: string | undefined) =>
      setEntryProblems((before) => {
        if (before[field] === message) return before;
        const { [field]: _former, ...others } = before;
        return message === undefined ? others : { ...others, [field]: message };
      }),
    [],
  );
  const reset = (): void => {
    setChoices(opened.start);
    setContractId(opened.contractId);
    setEntryProblems({});
    setIsRestored(false);
    setFormKey((key) => key + 1);
  };
  return {
    ...{
      source,
      choices,
      change,
      start: opened.start,
      startContractId: opened.contractId,
      entryProblems,
      onProblem,
      isRestored,
      reset,
      formKey,
    },
    ...{ contractId, setContractId, moment, setMoment, documents, contracts, sourceWith },
    setAgreed: (agreed: Agreed): void => {
      setDocuments(agreed.documents);
      setContractId(agreed.contractId);
    },
    signing: opened.draft?.signing,
  };
}
