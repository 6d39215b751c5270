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

/** A plane as typed text. */
export interface TypedPlane {
  readonly kind: PlaneKind;
  readonly length: string;
  readonly width: string;
  readonly rise: string;
  /** Empty for the plane's own pitch. Ignored for kinds of planes without another pitch. */
  readonly otherRise: string;
  readonly count: string;
}

export interface RoofDraft {
  readonly basis: WidthBasis;
  readonly planes: readonly TypedPlane[];
}

const NEW_PLANE: TypedPlane = { kind: "gableSide", length: "", width: "", rise: "", otherRise: "", count: "1" };
/** Most roofs have two equal planes. */
export const NO_ROOF: RoofDraft = { basis: "slope", planes: [{ ...NEW_PLANE, count: "2" }] };

/** Whether the person typed anything; kind and count have defaults. */
export const hasTypedPlane = ({ planes }: RoofDraft): boolean =>
  planes.some(({ length, width, rise }) => [length, width, rise].some((text) => text.trim() !== ""));

/** A further plane most likely has the same pitch. */
export const planeAfter = (planes: readonly TypedPlane[]): TypedPlane => ({
  ...NEW_PLANE,
  rise: planes.at(-1)?.rise ?? "",
});

/** Reads stored planes; unknown values, for example of another release, are left out. */
export function restoreRoof(values: Readonly<Record<string, unknown>>): RoofDraft {
  const { basis, planes } = values;
  const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
  const read = (Array.isArray(planes) ? planes : []).slice(0, MAX_PLANES).flatMap((each: unknown): TypedPlane[] => {
    if (typeof each !== "object" || each === null) return [];
    const plane: Readonly<Record<string, unknown>> = { ...each };
    const kind = PLANE_KINDS.find((known) => known === plane["kind"]);
    if (!kind) return [];
    const [length = "", width = "", rise = "", otherRise = "", count = ""] = [
      plane["length"],
      plane["width"],
      plane["rise"],
      plane["otherRise"],
      plane["count"],
    ].map(textOf);
    return [{ kind, length, width, rise, otherRise, count }];
  });
  return { basis: basis === "plan" ? "plan" : "slope", planes: read.length > 0 ? read : NO_ROOF.planes };
}

export type PlaneField = "length" | "width" | "rise" | "otherRise" | "count";

/** The parsed plane, undefined if it is incomplete; and errors by field. An empty field is not an error. */
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

/** "8" for "8/12", which people also type. */
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
    kind: typed.kind,
    ...numbers,
    otherRise: isOtherTyped ? numbers.otherRise : undefined,
  };
  const found = problemsOfPlane(plane, basis);
  for (const field of FIELDS)
    if (found[field] !== undefined && typed[field].trim() !== "") problems[field] ??= found[field];
  return { plane: Object.keys(found).length === 0 ? plane : undefined, problems };
}
