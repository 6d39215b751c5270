import {
  derivedText,
  packageFields,
  type DerivedTextName,
  type FieldPlace,
  type FormGroup,
  type FormRow,
  type PackageFields,
  type SectionDefinition,
} from "@ridgebook/estimating";
import { Link } from "@tanstack/react-router";
import { useCallback } from "react";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { PackageCards } from "#features/estimate/packages/package-cards.tsx";
import classes from "#features/estimate/packages/package-step.module.css";
import { sectionOf } from "#features/estimate/packages/package-section.ts";
import { PriceRows } from "#features/estimate/packages/price-rows-table.tsx";
import { SwatchGroup } from "#features/estimate/packages/swatch-group.tsx";
import { isSteppedWorkflow, stepPath, windowPath, WINDOWS } from "#features/estimate/paths.ts";
import { LabelledField } from "#features/estimate/rows/labelled-field.tsx";
import { SectionGroups } from "#features/estimate/rows/section-form.tsx";
import { SectionPlaceProvider } from "#features/estimate/rows/use-field.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";
import { useWorkflowTitle } from "#features/estimate/use-workflow-title.ts";
import { WindowsTotal } from "#features/estimate/windows/window-list.tsx";
import { WindowTable } from "#features/estimate/windows/window-table.tsx";

/** Determines the available packages. Entered on the Details step, and also here. */
const MATERIAL_TYPE = "materialType";
const MATERIAL_PLACE: FieldPlace = { outer: [], property: MATERIAL_TYPE, lineId: null };
/** The step for the squares of roofing and siding. */
const DETAILS_STEP = 2;

/** Top-level properties that the package step shows, validates and saves in addition to its section's. */
export const propertiesBesidePackage = (workflowId: number): readonly string[] =>
  packageFields(workflowId)?.squares ? [MATERIAL_TYPE] : [];

/**
 * The content of the package step: roofing 14, siding 17, windows 5 (3.§2, checklist OP-39, OP-43). Without squares for a package it says
 * why (MSG-09, MSG-10).
 *
 * @param isAlone whether the Details step, with the material type and the list of windows, is on another page
 */
export function PackageStep({ isAlone = true }: { isAlone?: boolean }) {
  const { workflowId } = useWorkflowForm().copy;
  const notApplicable = useFormText("packageNotApplicable");
  const fields = packageFields(workflowId);
  const section = fields && sectionOf(workflowId, fields);
  if (!section) return null;
  if (notApplicable !== null) return <NotApplicable text={notApplicable} />;
  return <PackageForm section={section} fields={fields} isAlone={isAlone} />;
}

/** A text that is calculated from the entered values. */
function useFormText(name: DerivedTextName): string | null {
  return useFormValue(({ values }, { copy, book }) => derivedText(name, { workflowId: copy.workflowId, values, book }));
}

const isSwatches = (row: FormRow): row is { field: string; control: "swatches" } =>
  typeof row !== "string" && "field" in row && row.control === "swatches";

const groupsWithRows = new WeakMap<SectionDefinition, readonly FormGroup[]>();

/** The groups that this step does not draw itself: without texts, cards and swatches. Their totals are in the price rows. */
function remainingGroups(section: SectionDefinition): readonly FormGroup[] {
  let groups = groupsWithRows.get(section);
  if (!groups) {
    groups = section.groups
      .map((group) => ({ ...group, rows: group.rows.filter((row) => typeof row === "string") }))
      .filter(({ rows }) => rows.length > 0);
    groupsWithRows.set(section, groups);
  }
  return groups;
}

function PackageForm({
  section,
  fields,
  isAlone,
}: {
  section: SectionDefinition;
  fields: PackageFields;
  isAlone: boolean;
}) {
  const workflow = useWorkflowTitle();
  const totalWindows = useFormText("totalWindows");
  const swatches = section.groups.flatMap(({ rows }) => rows.filter(isSwatches).map(({ field }) => field));
  return (
    <div className={classes.step}>
      {fields.squares === null ? (
        isAlone ? (
          <ListOfWindows />
        ) : (
          <p className={classes.text}>{totalWindows}</p>
        )
      ) : (
        <div className={classes.material}>
          {isAlone && (
            <div className={classes.materialField}>
              <LabelledField place={MATERIAL_PLACE} />
            </div>
          )}
          <p className="rb-hint">
            Changing the material clears the package
            {fields.installation === null ? "" : ", its installation"} and the comparison.
          </p>
        </div>
      )}
      <PackageCards fields={fields} workflowName={workflow} />
      {swatches.map((property) => (
        <SwatchGroup
          key={property}
          property={property}
          emptyText={
            property === "sidingColor"
              ? "Colors are offered once a material is chosen."
              : "Colors are offered once a package is chosen."
          }
        />
      ))}
      <SectionPlaceProvider value={`${workflow} · ${section.name}`}>
        <SectionGroups groups={remainingGroups(section)} />
      </SectionPlaceProvider>
      <PriceRows />
    </div>
  );
}

/** The list of windows, which gives the step its name; each links to its page (WIN-06). */
function ListOfWindows() {
  const { workflowEstimateId } = useWorkflowForm().copy;
  const estimateId = useOpenEstimate().estimate.id;
  const pathOf = useCallback(
    (windowId: number) => windowPath(estimateId, { workflowId: WINDOWS, workflowEstimateId }, { windowId }),
    [estimateId, workflowEstimateId],
  );
  return (
    <section aria-label="Windows">
      <WindowsTotal />
      <WindowTable pathOf={pathOf} isRemovable={false} />
    </section>
  );
}

function NotApplicable({ text }: { text: string }) {
  const { copy } = useWorkflowForm();
  const { estimate } = useOpenEstimate();
  const { workflowId, workflowEstimateId } = copy;
  return (
    <div className={classes.notApplicable} role="status">
      <p>{text}</p>
      {isSteppedWorkflow(workflowId) && (
        <Link className="rb-link" {...linkTo(stepPath(estimate.id, { workflowId, workflowEstimateId }, DETAILS_STEP))}>
          Go to the details step
        </Link>
      )}
    </div>
  );
}
