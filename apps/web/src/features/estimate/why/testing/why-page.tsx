import { Button } from "@mantine/core";
import { emptySummary, type StoredEstimateItem } from "@ridgebook/contract";
import {
  explainLinePrice,
  explainTotal,
  fromItems,
  indexPriceBook,
  priceFile,
  priceWorkflow,
  temporaryIds,
  readPitch,
} from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { DumpsterBar } from "#features/estimate/drawings/dumpster-bar.tsx";
import { FieldDrawing, SectionDrawing } from "#features/estimate/drawings/field-drawing.tsx";
import { MoneyBar } from "#features/estimate/drawings/money-bar.tsx";
import { PitchTriangle } from "#features/estimate/drawings/pitch-triangle.tsx";
import { Swatch } from "#features/estimate/drawings/swatch.tsx";
import { createWorkflowForm } from "#features/estimate/form/create-workflow-form.ts";
import { WorkflowFormProvider } from "#features/estimate/form/form-context.tsx";
import { OpenEstimateProvider, type OpenEstimate } from "#features/estimate/open-estimate.tsx";
import { ScopeCheck } from "#features/estimate/scope-check/scope-check.tsx";
import { useWhy, type WhyQuestion } from "#features/estimate/why/why-context.ts";
import { WhyHost } from "#features/estimate/why/why-host.tsx";
import { mountPage } from "#testing/mount-page.tsx";

/* The page for browser tests of the tape, the drawings and the scope check, with one sample house. */

const book = indexPriceBook(starterPriceBook);

/** The sample house as an open form, with questions about it. */
function readHouse(house: unknown) {
  const [workflow] = priceFile(house, book).priced?.workflows ?? [];
  if (!workflow) throw new Error("The house holds no workflow.");
  const { workflowId, items, summary, recommendations } = workflow;
  const context = { workflowId, book };
  const lines = priceWorkflow(context, fromItems({ workflowId, items }));
  const copy = { workflowId, workflowEstimateId: 1 };
  const form = createWorkflowForm({
    copy,
    book,
    nextId: temporaryIds(),
    saved: {
      items: items as StoredEstimateItem[],
      comparisons: [],
      summary: emptySummary(copy),
      feePercent: 0,
      lenderFeePercent: 0,
    },
    draft: undefined,
  });
  const questions: WhyQuestion[] = [
    ...recommendations.map(({ path, explanation, recommended, unit }) => ({
      place: path,
      answer: `${String(recommended)} ${unit}`,
      explain: () => explanation,
      inUse: path !== "dripEdge[0]",
      onUse: () => {
        page.used.push(path);
      },
    })),
    ...lines.map((line) => ({
      place: `price ${line.definition.key}`,
      answer: `$${line.totals.total.toFixed(2)}`,
      explain: () => explainLinePrice(context, line),
    })),
    ...(["total", "margin"] as const).map((which) => ({
      place: which,
      answer: `$${summary[which].toFixed(2)}`,
      explain: () => explainTotal(context, lines, summary, which),
    })),
  ];
  return { form, items, copy, questions };
}

function Questions({ questions }: { questions: readonly WhyQuestion[] }) {
  const ask = useWhy();
  return questions.map((question) => (
    <Button key={question.place} variant="tertiary" size="sm" onClick={() => ask(question)}>
      {question.place}
    </Button>
  ));
}

const PITCHES = ["Up to 6/12", "7/12 to 9/12", "10/12 to 12/12", "Over 12/12"];

function Drawings() {
  return (
    <div style={{ display: "grid", gap: 24, padding: 24, maxWidth: 640, background: "var(--rb-surface)" }}>
      <MoneyBar cost={21346.99} margin={12017.53} discount={2212.6} height={16} legend="amounts" />
      <MoneyBar cost={4018} margin={2678.76} discount={0} legend />
      <MoneyBar cost={4018} margin={-500} discount={100} legend="amounts" />
      <MoneyBar cost={0} margin={0} discount={0} legend />
      <div style={{ display: "flex", flexWrap: "wrap", gap: 24, alignItems: "end" }}>
        {PITCHES.map((text) => {
          const pitch = readPitch(text);
          return pitch && <PitchTriangle key={text} {...pitch} label={text} />;
        })}
        <PitchTriangle rise={8} size="large" />
        <PitchTriangle rise={9} from={7} size="large" label="7/12 to 9/12" />
      </div>
      <div style={{ display: "flex", flexWrap: "wrap", gap: 24 }}>
        <DumpsterBar tons={3} capacityTons={4} />
        <DumpsterBar tons={7.35} capacityTons={6} />
        <DumpsterBar tons={2} />
      </div>
      <div style={{ display: "flex", gap: 8 }}>
        <Swatch color="#3f4a50" label="Charcoal" />
        <Swatch color="#ffffff" label="White" />
        <Swatch label="No picture" />
      </div>
    </div>
  );
}

function mount(house: unknown): void {
  const { form, items, copy, questions } = readHouse(house);
  const open = {
    estimate: { id: 7, items, workflowSummaries: {}, workflowIds: [copy.workflowId], duplicateWorkflows: [] },
    book: { indexed: book },
    workflows: [{ id: copy.workflowId, title: "Siding", sections: [] }],
  } as unknown as OpenEstimate;
  const lengths = [
    "eaveLength",
    "rakeEdgeLength",
    "hipRidgeLength",
    "valleyLength",
    "roofToWallFlashingLength",
    "flashingLength",
  ];
  const rootRoute = createRootRoute({
    component: () => (
      <WhyHost>
        <main style={{ padding: 16 }}>
          <h1>Why</h1>
          <Questions questions={questions} />
          <div style={{ maxWidth: 420, padding: 24, background: "var(--rb-surface)" }} data-ground="surface">
            <ScopeCheck />
          </div>
          <Drawings />
          {copy.workflowId === 1 && (
            <div style={{ padding: 24, background: "var(--rb-surface)" }}>
              <div style={{ display: "flex", flexWrap: "wrap", gap: 16 }}>
                {lengths.map((property) => (
                  <label key={property}>
                    <FieldDrawing place={{ outer: [], property, lineId: null }} />
                    <input id={`field-${property}`} inputMode="decimal" aria-label={property} />
                  </label>
                ))}
                <FieldDrawing place={{ outer: [], property: "dumpsterWeight", lineId: null }} />
              </div>
              <SectionDrawing sectionId={103} />
            </div>
          )}
        </main>
      </WhyHost>
    ),
  });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory({ initialEntries: ["/"] }) });
  mountPage(
    <WorkflowFormProvider form={form}>
      <OpenEstimateProvider open={open}>
        <RouterProvider router={router} />
      </OpenEstimateProvider>
    </WorkflowFormProvider>,
  );
}

export const page = { mount, used: [] as string[] };
