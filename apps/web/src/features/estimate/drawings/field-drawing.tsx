import { dumpsterLoad, linesOf, lineQuantity, fieldByKey, readPitch, type FieldPlace } from "@ridgebook/estimating";
import { useSyncExternalStore } from "react";
import { DumpsterBar } from "#features/estimate/drawings/dumpster-bar.tsx";
import { edgesOfField, ROOF_LENGTHS } from "#features/estimate/drawings/edges-of-field.ts";
import { PitchTriangle } from "#features/estimate/drawings/pitch-triangle.tsx";
import { RoofEdges } from "#features/estimate/drawings/roof-edges.tsx";
import type { RoofEdge } from "#features/estimate/drawings/roof-geometry.ts";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import type { FormSnapshot, WorkflowForm } from "#features/estimate/form/workflow-form.ts";

const ROOFING = 1;
const PITCHES: ReadonlySet<string> = new Set(["installPitch", "tearOff.tearOffPitch"]);
const DUMPSTER_WEIGHT = "dumpsterWeight";
const DECKING_SECTION = 103;

/** The drawing for a field of the open form, if it has one: pitches, lengths of the roof, the dumpster. */
export function FieldDrawing({ place }: { place: FieldPlace }) {
  const form = useWorkflowForm();
  const { key } = form.definitionOf(place);
  if (PITCHES.has(key)) return <PitchDrawing place={place} />;
  if (key === DUMPSTER_WEIGHT) return <DumpsterDrawing />;
  if (form.copy.workflowId === ROOFING && edgesOfField(key).length > 0)
    return <RoofEdges size="small" highlighted={edgesOfField(key)} />;
  return null;
}

/** Whether a field has a drawing, so that a layout can reserve room for it. */
export const hasDrawing = (workflowId: number, fieldKey: string): boolean =>
  PITCHES.has(fieldKey) ||
  fieldKey === DUMPSTER_WEIGHT ||
  (workflowId === ROOFING && edgesOfField(fieldKey).length > 0);

function PitchDrawing({ place }: { place: FieldPlace }) {
  const text = useFormValue((_, form) => {
    const value = form.lineAt(place)?.value ?? "";
    return form.book.entryOf(form.definitionOf(place)).optionById.get(value)?.value ?? "";
  });
  const pitch = readPitch(text);
  return pitch && <PitchTriangle {...pitch} label={text} />;
}

function DumpsterDrawing() {
  const load = useFormValue(
    ({ values }, { copy: { workflowId }, book }) => dumpsterLoad({ workflowId, values, book }),
    (one, other) => one?.tons === other?.tons && one?.capacityTons === other?.capacityTons,
  );
  return load && <DumpsterBar tons={load.tons} capacityTons={load.capacityTons} />;
}

/** The drawing beside a section's fields. Only Decking & Underlayment has one: the roof, with the focused length's edges highlighted. */
export function SectionDrawing({ sectionId }: { sectionId: number }) {
  return sectionId === DECKING_SECTION ? <RoofDrawing /> : null;
}

function RoofDrawing() {
  const focused = useFocusedLength();
  const lengths = useFormValue(lengthsOf, areLengthsEqual);
  return <RoofEdges highlighted={focused === null ? null : edgesOfField(focused)} lengths={lengths} />;
}

function lengthsOf({ values }: FormSnapshot, { copy }: WorkflowForm): Partial<Record<RoofEdge, number>> {
  const lengths: Partial<Record<RoofEdge, number>> = {};
  for (const key of ROOF_LENGTHS) {
    const field = fieldByKey(copy.workflowId, key);
    const [line] = linesOf(values, key);
    if (field && line) for (const edge of edgesOfField(key)) lengths[edge] = lineQuantity(field, line);
  }
  return lengths;
}

const areLengthsEqual = (one: Partial<Record<RoofEdge, number>>, other: Partial<Record<RoofEdge, number>>): boolean =>
  ROOF_LENGTHS.flatMap(edgesOfField).every((edge) => one[edge] === other[edge]);

function subscribeToFocus(listener: () => void): () => void {
  document.addEventListener("focusin", listener);
  document.addEventListener("focusout", listener);
  return () => {
    document.removeEventListener("focusin", listener);
    document.removeEventListener("focusout", listener);
  };
}

/** The key of the focused length: its input's DOM id starts with it, as in "field-eaveLength-quantity" (`fieldDomId`). */
const focusedLengthKey = (): string | null => {
  const [, property] = /^field-([A-Za-z]+)/.exec(document.activeElement?.id ?? "") ?? [];
  return property !== undefined && edgesOfField(property).length > 0 ? property : null;
};

const useFocusedLength = (): string | null => useSyncExternalStore(subscribeToFocus, focusedLengthKey);
