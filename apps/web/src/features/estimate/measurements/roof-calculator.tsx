import { Button } from "@mantine/core";
import {
  MAX_PLANES,
  measureRoof,
  PLANE_KINDS,
  planeFigures,
  roofTotals,
  type MeasurementSet,
  type PlaneKind,
  type RoofPlane,
  type WidthBasis,
} from "@ridgebook/estimating";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { PlanePicture } from "#features/estimate/measurements/plane-picture.tsx";
import {
  figuresText,
  OTHER_PITCH_LABELS,
  PLANE_HINTS,
  PLANE_LABELS,
} from "#features/estimate/measurements/plane-texts.ts";
import classes from "#features/estimate/measurements/roof-calculator.module.css";
import {
  hasTypedPlane,
  isRise,
  NO_ROOF,
  planeAfter,
  readPlane,
  riseText,
  type PlaneField,
  type RoofDraft,
  type TypedPlane,
} from "#features/estimate/measurements/roof-draft.ts";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";

const KIND_OPTIONS = PLANE_KINDS.map((kind) => ({ value: kind, label: PLANE_LABELS[kind] }));

const BASIS_OPTIONS: readonly { value: WidthBasis; label: string }[] = [
  { value: "slope", label: "Up the slope, on the roof" },
  { value: "plan", label: "Flat, on a plan or a picture from above" },
];

/** The planes if all of them are complete; otherwise undefined. */
function wholePlanes({ planes, basis }: RoofDraft): readonly RoofPlane[] | undefined {
  const read = planes.map((typed) => readPlane(typed, basis).plane);
  return read.every((plane) => plane !== undefined) ? read : undefined;
}

export const setOfRoof = (roof: RoofDraft): MeasurementSet | undefined => {
  const planes = wholePlanes(roof);
  return planes && measureRoof(planes, roof.basis);
};

/** A roof entered plane by plane, for measuring by hand: each with its picture and figures. */
export function RoofCalculator({ roof, onChange }: { roof: RoofDraft; onChange: (roof: RoofDraft) => void }) {
  const { planes, basis } = roof;
  const whole = wholePlanes(roof);
  const change = (index: number, plane: TypedPlane | undefined): void =>
    onChange({ ...roof, planes: planes.flatMap((each, at) => (at === index ? (plane ?? []) : each)) });
  const confirm = useConfirm();
  const clear = async (): Promise<void> => {
    const isSure =
      !hasTypedPlane(roof) ||
      (await confirm({
        title: "Clear all planes?",
        message: "What you typed for this roof is then lost.",
        confirmText: "Clear all planes",
        kind: "warning",
      }));
    if (isSure) onChange(NO_ROOF);
  };
  return (
    <section className={classes.calculator} aria-label="Roof calculator">
      <div className={classes.basis}>
        <SelectField
          label="How widths were measured"
          hint="Lengths along an eave are the same both ways."
          value={basis}
          options={BASIS_OPTIONS}
          onChange={({ currentTarget }) =>
            onChange({ ...roof, basis: currentTarget.value === "plan" ? "plan" : "slope" })
          }
        />
      </div>
      {planes.map((typed, index) => (
        <PlaneFields
          key={index}
          number={index + 1}
          typed={typed}
          basis={basis}
          onChange={(plane) => change(index, plane)}
          onRemove={planes.length > 1 ? () => change(index, undefined) : undefined}
        />
      ))}
      <div className="rb-buttons">
        <Button
          variant="secondary"
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          disabled={planes.length >= MAX_PLANES}
          onClick={() => onChange({ ...roof, planes: [...planes, planeAfter(planes)] })}
        >
          Add plane
        </Button>
        <Button variant="tertiary" onClick={() => void clear()}>
          Clear all planes
        </Button>
      </div>
      <p className={classes.total} role="status">
        {whole ? `The roof: ${figuresText(roofTotals(whole, basis))}` : "Enter length, width and pitch of each plane."}
      </p>
    </section>
  );
}

function PlaneFields({
  number,
  typed,
  basis,
  onChange,
  onRemove,
}: {
  number: number;
  typed: TypedPlane;
  basis: WidthBasis;
  onChange: (plane: TypedPlane) => void;
  /** Undefined for the only plane. */
  onRemove: (() => void) | undefined;
}) {
  const { plane, problems } = readPlane(typed, basis);
  const figures = plane && planeFigures(plane, basis);
  const otherPitch = OTHER_PITCH_LABELS[typed.kind];
  const entry = (field: PlaneField, { label, hint, unit }: { label: string; hint: string; unit?: string }) => (
    <TextField
      numeric
      label={label}
      hint={hint}
      {...(unit !== undefined && { unit })}
      value={typed[field]}
      error={problems[field]}
      onChange={({ currentTarget }) => onChange({ ...typed, [field]: currentTarget.value })}
      // "/12" is shown beside the field.
      onBlur={() => {
        if (isRise(field) && riseText(typed[field]) !== typed[field])
          onChange({ ...typed, [field]: riseText(typed[field]) });
      }}
    />
  );
  return (
    <fieldset className={classes.plane}>
      <legend className={`rb-group ${classes.legend}`}>Plane {number}</legend>
      <div className={classes.fields}>
        <div className={classes.kind}>
          <SelectField
            label="Kind"
            hint={PLANE_HINTS[typed.kind]}
            value={typed.kind}
            options={KIND_OPTIONS}
            onChange={({ currentTarget }) => onChange({ ...typed, kind: currentTarget.value as PlaneKind })}
          />
        </div>
        {entry("length", { label: "Length", hint: "Along the eave", unit: "FT" })}
        {entry("width", {
          label: basis === "slope" ? "Width, on the slope" : "Width, flat",
          hint: "From the eave to the top",
          unit: "FT",
        })}
        {entry("rise", { label: "Pitch", hint: "Inches up for each foot", unit: "/12" })}
        {otherPitch && entry("otherRise", { label: otherPitch, hint: "Empty where it is the same", unit: "/12" })}
        {entry("count", { label: "How many", hint: "Of the same size" })}
      </div>
      <div className={classes.result}>
        {plane && figures ? (
          <>
            <PlanePicture plane={plane} figures={figures} />
            <p className={`rb-hint ${classes.figures}`}>
              {figuresText(figures)}
              {plane.count > 1 && `, ${String(plane.count)} times`}
            </p>
          </>
        ) : (
          <p className={`rb-hint ${classes.figures}`}>Its picture appears here.</p>
        )}
      </div>
      {onRemove && (
        <Button
          variant="tertiary"
          className={classes.remove}
          leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
          aria-label={`Remove plane ${String(number)}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      )}
    </fieldset>
  );
}
