import "@fontsource/source-serif-4/latin-400.css";
import "@fontsource/source-serif-4/latin-ext-400.css";
import { fileUrl, isNoFile, summaryKey, type EstimateCopy, isolatedText } from "@ridgebook/contract";
import { topLevelFields } from "@ridgebook/estimating";
import { useRouter, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo, useRef, useState } from "react";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { elevationScale } from "#features/estimate/drawings/elevation-scale.ts";
import { HandBack } from "#features/estimate/homeowner/hand-back.tsx";
import {
  comparedPackagesOf,
  homeownerModel,
  shownCopies,
  type HomeownerModel,
} from "#features/estimate/homeowner/homeowner-model.ts";
import classes from "#features/estimate/homeowner/homeowner-page.module.css";
import { HomeownerWorkPart } from "#features/estimate/homeowner/homeowner-work.tsx";
import { offeredColorsOf } from "#features/estimate/homeowner/offered-colors.ts";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { RichText } from "#features/estimate/packages/rich-text.tsx";
import { estimatePath } from "#features/estimate/paths.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";
import { FirstReads, useFirstRead } from "#local-data/first-reads.tsx";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

/**
 * The estimate as the homeowner sees it (look.md "Homeowner view"): the work, its price, and the packages side by side. It renders the
 * model (homeowner-model.ts), so no internal number is below this component.
 */
export function HomeownerPage() {
  return <FirstReads>{(areRead) => <Homeowner isComplete={areRead} />}</FirstReads>;
}

function Homeowner({ isComplete }: { isComplete: boolean }) {
  const open = useOpenEstimate();
  const { show } = useSearch({ strict: false });
  const router = useRouter();
  const shown = useMemo(() => ({ ...open, book: open.book.indexed, show }), [open, show]);
  const model = useMemo(() => homeownerModel(shown), [shown]);
  const { choose, chooseColor, isSaving, failure } = useChoice();
  const { companyId, companyName } = useSession();
  const { logoImage, logoDarkImage } = open.settings;
  const urlOf = (id: string | null): string | undefined =>
    companyId === null || id === null || isNoFile(id) ? undefined : fileUrl({ id, companyId });
  const light = urlOf(logoImage);
  const dark = urlOf(logoDarkImage) ?? light;
  const handleChoose = (work: number, index: number): void => {
    const copy = shownCopies(shown)[work];
    const option = copy && comparedPackagesOf(shown, copy)[index];
    if (option) void choose(copy, option.id);
  };
  const handleChooseColor = (work: number, colors: number, choice: number): void => {
    const copy = shownCopies(shown)[work];
    const offered = copy && offeredColorsOf(shown, copy)[colors];
    const option = offered?.options[choice];
    if (copy && option) void chooseColor(copy, offered.property, option.id);
  };
  const leave = ({ isReturned }: { isReturned: boolean }): void => {
    if (!isReturned && router.history.canGoBack()) router.history.back();
    else void router.navigate({ ...linkTo(estimatePath(open.estimate.id)), replace: true });
  };
  return (
    <main id="content" tabIndex={-1} className={classes.page} data-is-coming={!isComplete || undefined}>
      <header className={`rb-row ${classes.head}`}>
        <Company name={model.companyName || (companyName ?? "")} light={light} dark={dark} />
        <div className={classes.customer}>
          <p className={classes.customerName}>{model.customerName}</p>
          <p className="rb-hint">{isolatedText(model.address)}</p>
        </div>
        <HandBack onLeave={leave} />
      </header>
      <p role="alert" className={classes.failure}>
        {failure}
      </p>
      <Estimate model={model} isSaving={isSaving} onChoose={handleChoose} onChooseColor={handleChooseColor} />
    </main>
  );
}

/** The company's logo, in the version for the current background, and name. */
function Company({ name, light, dark }: { name: string; light: string | undefined; dark: string | undefined }) {
  // Both logos are loaded, but only one is shown; either shows that the server has answered.
  const [isSettled, setIsSettled] = useState(light === undefined && dark === undefined);
  const settle = (): void => setIsSettled(true);
  useFirstRead(!isSettled);
  return (
    <div className={classes.company}>
      {light && (
        <img className={classes.logo} data-scheme="light" src={light} alt="" onLoad={settle} onError={settle} />
      )}
      {dark && <img className={classes.logo} data-scheme="dark" src={dark} alt="" onLoad={settle} onError={settle} />}
      <span>{name}</span>
    </div>
  );
}

function Estimate({
  model,
  isSaving,
  onChoose,
  onChooseColor,
}: {
  model: HomeownerModel;
  isSaving: boolean;
  onChoose: (work: number, index: number) => void;
  onChooseColor: (work: number, colors: number, choice: number) => void;
}) {
  const { works } = model;
  const windowScale = elevationScale(works.flatMap(({ windows }) => windows.map(({ texts }) => texts)));
  return (
    <>
      <h1 className={classes.title}>{model.title}</h1>
      {works.length === 0 && <p className={classes.text}>There is nothing in this estimate yet.</p>}
      {works.map((work, index) => (
        <HomeownerWorkPart
          key={`${work.name} ${String(index)}`}
          work={work}
          windowScale={windowScale}
          isAlone={works.length === 1}
          isSaving={isSaving}
          onChoose={(packageIndex) => onChoose(index, packageIndex)}
          onChooseColor={(colors, choice) => onChooseColor(index, colors, choice)}
        />
      ))}
      {works.length > 0 && (
        <section className={classes.sum} aria-labelledby="homeowner-total">
          {works.length > 1 && (
            <dl className={classes.parts}>
              {works.map(({ name, total }, index) => (
                <div key={`${name} ${String(index)}`} className={classes.part}>
                  <dt>{name}</dt>
                  <dd>{total}</dd>
                </div>
              ))}
            </dl>
          )}
          <div className={classes.total}>
            <h2 id="homeowner-total">{model.totalLabel}</h2>
            <p>{model.total}</p>
          </div>
          {[model.promotion, model.payment].map(
            (sentence) =>
              sentence !== null && (
                <p key={sentence} className={classes.text}>
                  {sentence}
                </p>
              ),
          )}
          {model.paymentDisclaimer !== "" && (
            <div className="rb-hint">
              <RichText html={model.paymentDisclaimer} />
            </div>
          )}
        </section>
      )}
    </>
  );
}

const NOT_SAVED = "The choice could not be saved. Please hand the tablet back.";

/** Chooses a package or a color and saves it immediately. Other unsaved edits of the salesperson are kept. */
function useChoice(): {
  choose: (copy: EstimateCopy, optionId: string) => Promise<void>;
  chooseColor: (copy: EstimateCopy, property: string, optionId: string) => Promise<void>;
  isSaving: boolean;
  failure: string;
} {
  const { estimate, openForm } = useOpenEstimate();
  const { estimates } = useLocalData();
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState("");
  const running = useRef(false);
  const save = useCallback(
    async (copy: EstimateCopy, properties: readonly string[], edit: (form: WorkflowForm) => void) => {
      if (running.current) return;
      running.current = true;
      setIsSaving(true);
      setFailure("");
      try {
        const form = await openForm(copy);
        edit(form);
        const part = form.partToSave(properties);
        if (!part) return;
        const result = await estimates.save(estimate.id, { parts: [part] }, { from: form.asSeen(estimate) });
        if (result.outcome === "refused") setFailure(NOT_SAVED);
        else form.markSaved(part);
        // Other pages restore unsaved edits from the stored draft, so update it with the choice.
        const key = { estimateId: estimate.id, copyKey: summaryKey(copy) };
        const draft = form.toDraft();
        await (draft ? estimates.drafts.save(key, { ...draft }) : estimates.drafts.drop(key));
      } catch {
        // The form keeps the choice; saving it on the salesperson's page shows the reason.
        setFailure(NOT_SAVED);
      } finally {
        running.current = false;
        setIsSaving(false);
      }
    },
    [estimate, openForm, estimates],
  );
  const choose = useCallback(
    (copy: EstimateCopy, optionId: string) => {
      const compared = topLevelFields(copy.workflowId).filter(({ isComparison }) => isComparison);
      return save(
        copy,
        compared.map(({ property }) => property),
        // Problems beside the choice are for the salesperson, who sees them on the package step.
        (form) => form.choosePackage(optionId, { marksProblems: false }),
      );
    },
    [save],
  );
  const chooseColor = useCallback(
    (copy: EstimateCopy, property: string, optionId: string) =>
      save(copy, [property], (form) => form.setValue({ outer: [], property, lineId: null }, optionId)),
    [save],
  );
  return { choose, chooseColor, isSaving, failure };
}
