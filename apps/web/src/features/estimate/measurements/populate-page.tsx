import { Button } from "@mantine/core";
import {
  readNamedNumbers,
  windowsOf,
  type AskedName,
  type ChosenNames,
  type MeasurementSet,
  type NamedNumbers,
} from "@ridgebook/estimating";
import { IconCalculator } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { formatMoney } from "#features/estimate/format.ts";
import { FileNames } from "#features/estimate/measurements/file-names.tsx";
import { HoverSource } from "#features/estimate/measurements/hover-source.tsx";
import { MeasuredTable } from "#features/estimate/measurements/measured-table.tsx";
import { MeasurementChooser } from "#features/estimate/measurements/measurement-chooser.tsx";
import { PopulateBar, PopulateFrame, type PopulatedStep } from "#features/estimate/measurements/populate-frame.tsx";
import classes from "#features/estimate/measurements/populate.module.css";
import type { ReadFile } from "#features/estimate/measurements/read-measurement-bytes.ts";
import { readMeasurementFile } from "#features/estimate/measurements/read-measurement-file.ts";
import { RoofCalculator, setOfRoof } from "#features/estimate/measurements/roof-calculator.tsx";
import { SourceNotes } from "#features/estimate/measurements/source-notes.tsx";
import { useMeasurementNames } from "#features/estimate/measurements/use-measurement-names.ts";
import { usePopulate } from "#features/estimate/measurements/use-populate.ts";
import { useRoofDraft } from "#features/estimate/measurements/use-roof-draft.ts";
import { WhatWouldChange } from "#features/estimate/measurements/what-would-change.tsx";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { WINDOWS } from "#features/estimate/paths.ts";
import { AmountsSwitch } from "#features/estimate/rows/amounts-switch.tsx";
import { useCopyTitle, useSteps } from "#features/estimate/steps/step-frame.tsx";
import { useSaveForm } from "#features/estimate/steps/use-save-form.ts";
import { countedText } from "#ui/counted-text.ts";
import { notices } from "#ui/notices/notices.ts";
import { usePageTitle } from "#ui/page-place.ts";
import { SelectField } from "#ui/select-field.tsx";

interface PopulateProps extends PopulatedStep {
  /** Initial measurements; if omitted, the page asks for their source. */
  readonly measured?: MeasurementSet | undefined;
  readonly onClose: () => void;
}

/** The chosen source, and its number, which keys the page. */
type Source = { readonly count: number } & (
  | { readonly set: MeasurementSet; readonly names?: never }
  | { readonly names: NamedNumbers; readonly set?: never }
);

/**
 * Fills the form in context from measurements (connections.md, "Hover", "Measurements from elsewhere"): the person chooses the lead's house
 * at Hover or a file, or enters the planes of the roof, and a table shows each field with its entered value, its measured value and an
 * explanation. The form changes only when they are taken.
 */
export function PopulatePage({ measured, ...props }: PopulateProps) {
  const [source, setSource] = useState<Source | undefined>(measured && { set: measured, count: 0 });
  const [isCalculating, setIsCalculating] = useState(false);
  const { names, choose } = useMeasurementNames();
  const { roof, change } = useRoofDraft();
  usePageTitle("Populate from measurements");
  const shown = useMemo(() => source && readSource(source, names), [source, names]);
  const show = (read: { set: MeasurementSet } | { names: NamedNumbers }): void =>
    setSource((former) => ({ ...read, count: (former?.count ?? 0) + 1 }));
  if (isCalculating && roof) {
    const set = setOfRoof(roof);
    return (
      <PopulateFrame
        {...props}
        bar={
          <PopulateBar onClose={() => setIsCalculating(false)} closeLabel="Back">
            <Button
              size="lg"
              disabled={!set}
              onClick={() => {
                if (set) show({ set });
                setIsCalculating(false);
              }}
            >
              Use this roof
            </Button>
          </PopulateBar>
        }
      >
        <RoofCalculator roof={roof} onChange={change} />
      </PopulateFrame>
    );
  }
  const calculate = roof && ((): void => setIsCalculating(true));
  if (source && shown)
    return (
      // The selection belongs to one source.
      <Measured
        {...props}
        key={source.count}
        set={shown.set}
        names={<FileNames asked={shown.asked} onChoose={choose} />}
      >
        {shown.set.source.kind === "roof" && calculate && (
          <Button variant="secondary" onClick={calculate}>
            Change planes
          </Button>
        )}
        <Button variant="secondary" onClick={() => setSource(undefined)}>
          Other source
        </Button>
      </Measured>
    );
  return <Sources {...props} onRead={show} onCalculate={calculate} />;
}

const readSource = (
  { set, names }: Source,
  chosen: ChosenNames,
): { readonly set: MeasurementSet; readonly asked: readonly AskedName[] } =>
  set ? { set, asked: [] } : readNamedNumbers(names, chosen);

/** The possible sources of measurements. */
function Sources({
  onRead,
  onCalculate,
  ...props
}: Omit<PopulateProps, "measured"> & {
  onRead: (read: { set: MeasurementSet } | { names: NamedNumbers }) => void;
  /** Undefined while the stored planes are read. */
  onCalculate: (() => void) | undefined;
}) {
  const [refusal, setRefusal] = useState("");
  const [reading, setReading] = useState("");
  const { estimate, lead } = useOpenEstimate();
  const take = (read: ReadFile): void => {
    setRefusal(read.refusal ?? "");
    if (read.set ?? read.names) onRead(read.set ? { set: read.set } : { names: read.names });
  };
  const handleFile = async (file: File): Promise<void> => {
    setReading(file.name);
    setRefusal("");
    try {
      take(await readMeasurementFile(file));
    } finally {
      setReading("");
    }
  };
  return (
    <PopulateFrame {...props} bar={<PopulateBar onClose={props.onClose} />}>
      {refusal !== "" && (
        <p role="alert" className={classes.bad}>
          {refusal}
        </p>
      )}
      {reading !== "" && (
        <p role="status" className="rb-hint">
          Reading {reading}…
        </p>
      )}
      {lead?.hoverJobId != null && <HoverSource leadId={estimate.leadId} jobId={lead.hoverJobId} onRead={take} />}
      <MeasurementChooser onChoose={handleFile} />
      <section className={classes.byHand} aria-label="Measured by hand">
        <p className="rb-hint">
          Measured by hand? Enter the planes of the roof, and their area, eaves, rakes, ridges, hips and valleys are
          calculated.
        </p>
        <Button
          variant="secondary"
          disabled={!onCalculate}
          leftSection={<IconCalculator size={18} stroke={1.75} aria-hidden />}
          onClick={onCalculate}
        >
          Roof calculator
        </Button>
      </section>
    </PopulateFrame>
  );
}

const WINDOW_STYLE = { outer: [], property: "window", lineId: null } as const;

function Measured({
  set,
  names,
  children,
  ...props
}: Omit<PopulateProps, "measured"> & { set: MeasurementSet; names: React.ReactNode; children: React.ReactNode }) {
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
      // Windows are saved together, because only one unsaved new window can be open at a time.
      if (isWindows && (await save(["window"], { completesSectionId: sectionId })) === "stayed") {
        // Also undo what the failed save filled in.
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
    <PopulateFrame
      {...props}
      headEnd={
        <div className={classes.headEnd}>
          {children}
          <AmountsSwitch />
        </div>
      }
      bar={
        <PopulateBar
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
        </PopulateBar>
      }
    >
      <SourceNotes set={set} rows={rows} isTaken={populate.isTaken} />
      {names}
      {hasNewWindows && <WindowType value={styleId} onChange={setStyleId} />}
      <div className={classes.columns}>
        <MeasuredTable set={set} populate={populate} />
        <WhatWouldChange then={then} title={title} />
      </div>
    </PopulateFrame>
  );
}

const takeText = (count: number): string => `Take ${countedText(count, "measurement")}`;
const takenText = (count: number): string => `${countedText(count, "measurement")} taken`;

/** New windows need a type to have a price: one for all, which can be changed later. */
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
