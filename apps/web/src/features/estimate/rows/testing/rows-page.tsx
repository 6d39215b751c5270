// First, before React.
import { takeDrawn } from "./watch-drawing.ts";
import { emptySummary } from "@ridgebook/contract";
import {
  describe,
  indexPriceBook,
  NO_AMOUNTS,
  SECTIONS,
  temporaryIds,
  WORKFLOWS,
  type Explanation,
  type FieldPlace,
} from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { createWorkflowForm } from "#features/estimate/form/create-workflow-form.ts";
import { useFormValue, WorkflowFormProvider } from "#features/estimate/form/form-context.tsx";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { OpenEstimateProvider, type OpenEstimate } from "#features/estimate/open-estimate.tsx";
import { AmountsSwitch } from "#features/estimate/rows/amounts-switch.tsx";
import { focusField } from "#features/estimate/rows/field-place.ts";
import { FormErrorSummary } from "#features/estimate/rows/form-error-summary.tsx";
import { SectionForm } from "#features/estimate/rows/section-form.tsx";
import { WhyContext, type WhyQuestion } from "#features/estimate/why/why-context.ts";
import { mountPage } from "#testing/mount-page.tsx";

/* The page for browser tests of rows: sections of a workflow's form with the starter price book. */

const book = indexPriceBook(starterPriceBook);

/** The same offers without prices. */
const freeBook = indexPriceBook({
  ...starterPriceBook,
  entries: starterPriceBook.entries.map((entry) => ({ ...entry, ...NO_AMOUNTS, variants: [] })),
});

function Page({ sectionIds }: { sectionIds: readonly number[] }) {
  const [question, setQuestion] = useState<WhyQuestion | null>(null);
  const [showsSummary, setShowsSummary] = useState(false);
  const problems = useFormValue((snapshot) => snapshot.problems);
  useEffect(() => {
    rows.showSummary = () => setShowsSummary(true);
  }, []);
  const explanation: Explanation | null = question?.explain() ?? null;
  return (
    <WhyContext value={setQuestion}>
      <main style={{ padding: "16px var(--rb-page-margin) 96px", background: "var(--rb-surface)" }}>
        <div style={{ display: "flex", justifyContent: "end", gap: 12, paddingBottom: 12 }}>
          <AmountsSwitch />
        </div>
        {(showsSummary || problems.length > 0) && <FormErrorSummary problems={problems} />}
        {sectionIds.map((id) => (
          <SectionForm key={id} sectionId={id} />
        ))}
        {question && (
          <output id="why">
            {question.place} | {question.answer} | {explanation ? describe(explanation) : "nothing"}
          </output>
        )}
        <button type="button" id="end">
          Save
        </button>
      </main>
    </WhyContext>
  );
}

function mount({
  workflowId,
  sectionIds,
  alias,
  isFree = false,
}: {
  workflowId: number;
  sectionIds?: readonly number[];
  /** The company's name for the workflow. */
  alias?: string;
  /** Whether to remove all prices. */
  isFree?: boolean;
}): number {
  const copy = { workflowId, workflowEstimateId: 1 };
  const form = createWorkflowForm({
    copy,
    book: isFree ? freeBook : book,
    nextId: temporaryIds(),
    saved: { items: [], comparisons: [], summary: emptySummary(copy), feePercent: 0, lenderFeePercent: 0 },
  });
  const sections = sectionIds ?? SECTIONS.filter((each) => each.workflowId === workflowId).map(({ id }) => id);
  const workflows = WORKFLOWS.map(({ id, name }) => ({ id, title: alias ?? name }));
  const open = { workflows } as unknown as OpenEstimate;
  const begin = performance.now();
  flushSync(() =>
    mountPage(
      <OpenEstimateProvider open={open}>
        <WorkflowFormProvider form={form}>
          <Page sectionIds={sections} />
        </WorkflowFormProvider>
      </OpenEstimateProvider>,
    ),
  );
  // Reading a size forces the layout.
  document.body.getBoundingClientRect();
  rows.form = form;
  return performance.now() - begin;
}

const top = (property: string): FieldPlace => ({ outer: [], property, lineId: null });

export const rows = {
  form: undefined as WorkflowForm | undefined,
  mount,
  top,
  focusField,
  /** Shows the error summary even without errors. */
  showSummary: (): void => undefined,
  /** The components rendered since the last call. */
  takeDrawn,
};
