import { Button } from "@mantine/core";
import { windowsOf, type MeasurementSet, type ReadMeasurements } from "@ridgebook/estimating";
import { useMemo, useState } from "react";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { MeasurementChooser } from "#features/estimate/measurements/measurement-chooser.tsx";
import { MeasuredTable } from "#features/estimate/measurements/measured-table.tsx";
import classes from "#features/estimate/measurements/populate.module.css";
import { HoverSource } from "#features/estimate/measurements/hover-source.tsx";
import { readMeasurementFile } from "#features/estimate/measurements/read-measurement-file.ts";
import { SourceNotes } from "#features/estimate/measurements/source-notes.tsx";
import { usePopulate } from "#features/estimate/measurements/use-populate.ts";
import { WhatWouldChange } from "#features/estimate/measurements/what-would-change.tsx";
import { formatMoney } from "#features/estimate/format.ts";
import { WINDOWS, type SteppedCopy } from "#features/estimate/paths.ts";
import { AmountsSwitch } from "#features/estimate/rows/amounts-switch.tsx";
import { PageFrame, useCopyTitle, useSteps } from "#features/estimate/steps/step-frame.tsx";
import { StepList } from "#features/estimate/steps/step-list.tsx";
import { useSaveForm } from "#features/estimate/steps/use-save-form.ts";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { numberOfSection } from "#features/estimate/steps/progress.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { notices } from "#ui/notices/notices.ts";
import { SelectField } from "#ui/select-field.tsx";
import { useBottomBar } from "#ui/use-bottom-bar.ts";
import { usePageTitle } from "#ui/page-place.ts";
import { useIsPhone } from "#ui/use-is-phone.ts";

interface PopulateProps {
  readonly workflow: LocalWorkflow;
  readonly copy: SteppedCopy;
  /** The step that it was opened on. */
  readonly sectionId: number;
  readonly onClose: () => void;
}

/**
 * Fills the form in context from measurements (connections.md, "Hover"): the lead's house at Hover is chosen, or a file, and a table
 * shows each field with what is entered, what was measured and how it comes about, and nothing changes before it is taken.
 */
export function PopulatePage(props: PopulateProps) {
  const [shown, setShown] = useState<{ set: MeasurementSet; count: number }>();
  const [refusal, setRefusal] = useState("");
  const { estimate, lead } = useOpenEstimate();
  usePageTitle("Populate from measurements");
  const show = (read: ReadMeasurements): void => {
    setRefusal(read.refusal ?? "");
    const { set } = read;
    if (set) setShown((former) => ({ set, count: (former?.count ?? 0) + 1 }));
  };
  const handleFile = async (file: File): Promise<void> => {
    show(await readMeasurementFile(file));
  };
  const chooser = <MeasurementChooser isButton={shown !== undefined} onChoose={handleFile} />;
  const problem = refusal !== "" && (
    <p role="alert" className={classes.bad}>
      {refusal}
    </p>
  );
  if (shown)
    return (
      // What was ticked belongs to one file.
      <Measured {...props} key={shown.count} set={shown.set}>
        {problem}
        {chooser}
      </Measured>
    );
  return (
    <Frame {...props} bar={<Bar onClose={props.onClose} />}>
      {problem}
      {lead?.hoverJobId != null && <HoverSource leadId={estimate.leadId} jobId={lead.hoverJobId} onRead={show} />}
      {chooser}
    </Frame>
  );
}

function Frame({
  workflow,
  copy,
  sectionId,
  headEnd,
  bar,
  children,
}: PopulateProps & { headEnd?: React.ReactNode; bar: React.ReactNode; children: React.ReactNode }) {
  const { estimate } = useOpenEstimate();
  const steps = useSteps({ workflow, copy });
  const title = useCopyTitle({ workflow, copy });
  const section = workflow.sections.find(({ id }) => id === sectionId);
  return (
    <PageFrame
      side={
        <StepList
          {...{ estimateId: estimate.id, copy, workflow, steps }}
          shown={section ? numberOfSection(section) : 0}
        />
      }
      head={
        <>
          <div>
            <h1 className={classes.title}>Populate from measurements</h1>
            <p className="rb-caption">
              {title} · {section?.title} · nothing changes until you take it
            </p>
          </div>
          {headEnd}
        </>
      }
      bar={bar}
    >
      <div className={classes.content}>{children}</div>
    </PageFrame>
  );
}

const WINDOW_STYLE = { outer: [], property: "window", lineId: null } as const;

function Measured({ set, children, ...props }: PopulateProps & { set: MeasurementSet; children: React.ReactNode }) {
  const { workflow, copy, sectionId, onClose } = props;
  const form = useWorkflowForm();
  const steps = useSteps({ workflow, copy });
  const title = useCopyTitle({ workflow, copy });
  const save = useSaveForm();
  const [styleId, setStyleId] = useState("");
  const [isTaking, setIsTaking] = useState(false);
  const sectionIds = useMemo(() => new Set(steps.map(({ section }) => section.id)), [steps]);
  const populate = usePopulate({ copy, set, sectionIds, styleId: styleId || null });
  const { rows, chosen, then } = populate;
  const isWindows = copy.workflowId === WINDOWS;
  const hasNewWindows = chosen.some((row) => row.kind === "window" && row.now === null);
  const isStyleMissing = hasNewWindows && styleId === "";

  const take = async (): Promise<void> => {
    setIsTaking(true);
    try {
      const countWindows = (): number => windowsOf(form.getSnapshot().values).length;
      const before = countWindows();
      populate.enter();
      // A window is saved with its list: beside it, only one new window can be open at a time.
      if (isWindows && (await save(["window"], { completesSectionId: sectionId })) === "stayed") {
        // What the save filled in by itself are edits of their own, on top of this one.
        while (form.undo() && countWindows() > before);
        onClose();
        notices.add({ message: "Nothing was taken, because the windows could not be saved.", type: "error" });
        return;
      }
      if (await populate.keepMarks()) notices.add({ message: takenText(chosen.length), type: "success" });
      onClose();
    } finally {
      setIsTaking(false);
    }
  };
  const leftAsTyped = rows.filter((row) => populate.isTyped(row) && !populate.isChosen(row)).length;
  return (
    <Frame
      {...props}
      headEnd={
        <div className={classes.headEnd}>
          {children}
          <AmountsSwitch />
        </div>
      }
      bar={
        <Bar
          onClose={onClose}
          figure={
            <>
              <span className="rb-caption">{title}, if taken</span>
              <span className={classes.total}>{formatMoney(then.totals.totalWithMargin)}</span>
            </>
          }
          note={leftAsTyped > 0 ? `${String(leftAsTyped)} left as typed` : ""}
        >
          <Button
            size="lg"
            disabled={chosen.length === 0 || isStyleMissing}
            loading={isTaking}
            onClick={() => void take()}
          >
            {takeText(chosen.length)}
          </Button>
        </Bar>
      }
    >
      <SourceNotes set={set} rows={rows} isTaken={populate.isTaken} />
      {hasNewWindows && <WindowType value={styleId} onChange={setStyleId} />}
      <div className={classes.columns}>
        <MeasuredTable set={set} populate={populate} />
        <WhatWouldChange then={then} title={title} />
      </div>
    </Frame>
  );
}

const takeText = (count: number): string => (count === 1 ? "Take 1 measurement" : `Take ${String(count)} measurements`);
const takenText = (count: number): string =>
  count === 1 ? "1 measurement taken" : `${String(count)} measurements taken`;

/** New windows need a type before they have a price: one for all of them, each can be changed later. */
function WindowType({ value, onChange }: { value: string; onChange: (styleId: string) => void }) {
  const form = useWorkflowForm();
  const count = useFormValue(({ values }) => windowsOf(values).length);
  const options = useMemo(() => {
    const field = form.definitionOf({ outer: [{ ...WINDOW_STYLE, id: 0 }], property: "windowStyle" });
    return form.book.entryOf(field).entry.options.filter(({ retired }) => !retired);
  }, [form]);
  return (
    <div className={classes.windowType}>
      <SelectField
        label={count > 0 ? "Window type of the new windows" : "Window type"}
        hint="For all windows that are taken. Each can be changed afterwards."
        emptyLabel="Choose"
        value={value}
        options={options.map((option) => ({ value: option.id, label: option.value }))}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}

function Bar({
  figure,
  note,
  onClose,
  children,
}: {
  figure?: React.ReactNode;
  note?: string;
  onClose: () => void;
  children?: React.ReactNode;
}) {
  const barRef = useBottomBar();
  const isPhone = useIsPhone();
  return (
    <div ref={barRef} className={classes.bar} data-ground="surface">
      <div className={classes.figure}>{figure}</div>
      <div className={classes.actions}>
        {!isPhone && note !== "" && <span className={classes.note}>{note}</span>}
        <Button size="lg" variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        {children}
      </div>
    </div>
  );
}
