import type { WorkflowValues } from "#form/form-values.ts";
import { editEach, withValue } from "#form/line-path.ts";
import { topLine } from "#form/places.ts";
import type { FormContext } from "./state-context.ts";

/* What a package hangs on, and what hangs on it (3.§4). */

/** The fields around a workflow's package. */
export interface PackageFields {
  readonly choice: string;
  /** Choices that only make sense with a package. */
  readonly details: readonly string[];
  /** The package's labor, if another material type clears it too. */
  readonly installation: string | null;
  /** The squares that the package is for; null if it needs none. */
  readonly squares: string | null;
  /** The required choices, each as soon as there are squares for it (3.§5). */
  readonly required: readonly { readonly key: string; readonly squares: string }[];
}

const PACKAGE_FIELDS: Readonly<Record<number, PackageFields>> = {
  1: {
    choice: "package",
    details: ["shingleColor"],
    installation: null,
    squares: "totalSquaresForMaterial",
    required: [
      { key: "package", squares: "totalSquaresForMaterial" },
      // A membrane alone has nothing to install a package on.
      { key: "roofingInstallation", squares: "totalSquaresForLabor" },
    ],
  },
  2: {
    choice: "sidingPackage",
    details: ["sidingColor", "sidingReveal"],
    installation: "sidingPackageInstallation",
    squares: "totalSquaresForMaterialPackage",
    required: [
      { key: "sidingPackage", squares: "totalSquaresForMaterialPackage" },
      { key: "sidingPackageInstallation", squares: "totalSquaresForMaterialPackage" },
    ],
  },
  3: { choice: "windowPackage", details: [], installation: null, squares: null, required: [] },
};

export const packageFields = (workflowId: number): PackageFields | undefined => PACKAGE_FIELDS[workflowId];

export function chosenPackage(workflowId: number, values: WorkflowValues): string | null {
  const fields = packageFields(workflowId);
  return fields ? (topLine(values, fields.choice)?.value ?? null) : null;
}

const hasSquares = (values: WorkflowValues, key: string): boolean => (topLine(values, key)?.quantity ?? 0) > 0;

export const requiredChoices = (workflowId: number, values: WorkflowValues): readonly string[] =>
  (packageFields(workflowId)?.required ?? [])
    .filter(({ squares }) => hasSquares(values, squares))
    .map(({ key }) => key);

/** False without squares for a package, when the text `packageNotApplicable` is shown (3.§8). */
export function isPackageApplicable(workflowId: number, values: WorkflowValues): boolean {
  const squares = packageFields(workflowId)?.squares;
  return !squares || hasSquares(values, squares);
}

const clearValues = (values: WorkflowValues, keys: readonly string[]): WorkflowValues =>
  keys.reduce((cleared, key) => editEach(cleared, key, (line) => withValue(line, null)), values);

/** Clears package, color and reveal without squares. */
export function clearInapplicablePackage({ workflowId, values }: FormContext): WorkflowValues {
  const fields = packageFields(workflowId);
  if (!fields || isPackageApplicable(workflowId, values)) return values;
  return clearValues(values, [fields.choice, ...fields.details]);
}

const MATERIAL_TYPE = "materialType";

/** Whether an edit of that field ends the comparison of packages: another material has other packages. */
export const clearsComparison = (key: string): boolean => key === MATERIAL_TYPE;

/** Clears the package of the former material, and for siding its installation. */
export function clearPackageOfMaterial({ workflowId, values }: FormContext): WorkflowValues {
  const fields = packageFields(workflowId);
  if (!fields) return values;
  return clearValues(values, [fields.choice, ...(fields.installation ? [fields.installation] : [])]);
}
