import { readQuantity } from "@ridgebook/contract";
import {
  hasOtherRise,
  MAX_PLANES,
  PLANE_KINDS,
  problemsOfPlane,
  type PlaneKind,
  type RoofPlane,
  type WidthBasis,
} from "@ridgebook/estimating";

/** A plane as it is typed: what is no number yet stays as it is. */
export interface TypedPlane {
  readonly kind: PlaneKind;
  readonly length: string;
  readonly width: string;
  readonly rise: string;
  /** Empty: as its own. Kinds of planes without another pitch keep it unread. */
  readonly otherRise: string;
  readonly count: string;
}

export interface RoofDraft {
  readonly basis: WidthBasis;
  readonly planes: readonly TypedPlane[];
}

const NEW_PLANE: TypedPlane = { kind: "gableSide", length: "", width: "", rise: "", otherRise: "", count: "1" };
/** Most roofs begin with two of the same. */
export const NO_ROOF: RoofDraft = { basis: "slope", planes: [{ ...NEW_PLANE, count: "2" }] };

/** Whether anything is lost with these planes. Kind and count are chosen for the person, so they alone are nothing. */
export const hasTypedPlane = ({ planes }: RoofDraft): boolean =>
  planes.some(({ length, width, rise }) => [length, width, rise].some((text) => text.trim() !== ""));

/** A further plane has most likely the pitch of the one before. */
export const planeAfter = (planes: readonly TypedPlane[]): TypedPlane => ({
  ...NEW_PLANE,
  rise: planes.at(-1)?.rise ?? "",
});

/** What a device kept, also of another release: what it does not know is left out. */
export function restoreRoof(values: Readonly<Record<string, unknown>>): RoofDraft {
  const { basis, planes } = values;
  const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
  const read = (Array.isArray(planes) ? planes : []).slice(0, MAX_PLANES).flatMap((each: unknown): TypedPlane[] => {
    if (typeof each !== "object" || each === null) return [];
    const plane: Readonly<Record<string, unknown>> = { ...each };
    const kind = PLANE_KINDS.find((known) => known === plane["kind"]);
    if (!kind) return [];
    const [length = "", width = "", rise = "", otherRise = "", count = ""] = [
      ...[plane["length"], plane["width"], plane["rise"]],
      ...[plane["otherRise"], plane["count"]],
    ].map(textOf);
    return [{ kind, length, width, rise, otherRise, count }];
  });
  return { basis: basis === "plan" ? "plan" : "slope", planes: read.length > 0 ? read : NO_ROOF.planes };
}

export type PlaneField = "length" | "width" | "rise" | "otherRise" | "count";

/** Undefined where a plane is not whole; a text by its field where it cannot be. Nothing typed is no mistake. */
interface ReadPlane {
  readonly plane: RoofPlane | undefined;
  readonly problems: Readonly<Partial<Record<PlaneField, string>>>;
}

const LABELS = {
  length: "Length",
  width: "Width",
  rise: "Pitch",
  otherRise: "The other pitch",
  count: "Count",
} as const;
const FIELDS = Object.keys(LABELS) as PlaneField[];

/** "8" of "8/12", which is said as often. */
export const riseText = (text: string): string => text.replace(/\s*[/:]\s*12\s*$/, "");

export const isRise = (field: PlaneField): field is "rise" | "otherRise" => field === "rise" || field === "otherRise";

export function readPlane(typed: TypedPlane, basis: WidthBasis): ReadPlane {
  const numbers = { length: Number.NaN, width: Number.NaN, rise: Number.NaN, otherRise: Number.NaN, count: Number.NaN };
  const problems: Partial<Record<PlaneField, string>> = {};
  for (const field of FIELDS) {
    if (field === "otherRise" && !hasOtherRise(typed.kind)) continue;
    const text = isRise(field) ? riseText(typed[field]) : typed[field];
    const read = readQuantity(text);
    if (read.kind === "number") numbers[field] = read.value;
    else if (read.kind === "unreadable") problems[field] = `${LABELS[field]} must be a number.`;
  }
  const isOtherTyped = hasOtherRise(typed.kind) && typed.otherRise.trim() !== "";
  const plane: RoofPlane = {
    ...{ kind: typed.kind, ...numbers },
    otherRise: isOtherTyped ? numbers.otherRise : undefined,
  };
  const found = problemsOfPlane(plane, basis);
  for (const field of FIELDS)
    if (found[field] !== undefined && typed[field].trim() !== "") problems[field] ??= found[field];
  return { plane: Object.keys(found).length === 0 ? plane : undefined, problems };
}
