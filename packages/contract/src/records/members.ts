import { z } from "zod";
import { userId, type UserId } from "#ids.ts";
import { isSameValue } from "#rules/same-value.ts";
import { optionalEmail, phone as phoneText, text as plainText, zipCode } from "#rules/text.ts";

/*
 * The kinds of record members, which determine their values. The server has one column type per stored kind
 * (database/schema/record-columns.ts), forms one codec (features/leads/lead-form-values.ts).
 */

/**
 * - text, phone, texts (a list): "" or [] is empty
 * - moment: ISO 8601 UTC, null is none
 * - person: a user of the company, null is no one
 * - reference: an external id, null is none
 * - flag, number
 * - names: texts by name
 * - object: JSON
 */
export type MemberKind =
  | "text"
  | "phone"
  | "texts"
  | "moment"
  | "person"
  | "reference"
  | "flag"
  | "number"
  | "names"
  | "object";

export interface Member<Kind extends MemberKind = MemberKind, Schema extends z.ZodType = z.ZodType> {
  readonly kind: Kind;
  readonly schema: Schema;
  /** Display name; "" for an internal member. */
  readonly label: string;
  /** The initial value, also of older records. */
  readonly empty: z.output<Schema>;
  /** Whether two values are equal for detecting changes and conflicts. Either may be invalid. */
  readonly isSame: (one: unknown, other: unknown) => boolean;
}

/** Regardless of their format. */
const isSameMoment = (one: unknown, other: unknown): boolean =>
  typeof one === "string" && typeof other === "string"
    ? Date.parse(one) === Date.parse(other)
    : isSameValue(one, other);

export const member = <Kind extends MemberKind, Schema extends z.ZodType>(
  kind: Kind,
  schema: Schema,
  {
    label,
    empty,
    isSame = kind === "moment" ? isSameMoment : isSameValue,
  }: { label: string; empty: NoInfer<z.output<Schema>>; isSame?: Member["isSame"] },
): Member<Kind, Schema> => ({ kind, schema, label, empty, isSame });

interface TextOptions {
  readonly max: number;
  readonly empty?: string;
  readonly rule?: { readonly isRight: (value: string) => boolean; readonly message: string };
}

export const textMember = (label: string, { max, empty = "", rule }: TextOptions) => {
  const schema = plainText({ field: label, max });
  return member("text", rule ? schema.refine(rule.isRight, rule.message) : schema, { label, empty });
};
export const emailMember = (label: string) => member("text", optionalEmail(label), { label, empty: "" });
export const zipCodeMember = (label: string) => member("text", zipCode(label), { label, empty: "" });
/** A phone extension: digits dialed after the call connects. */
export const extensionMember = (label: string) =>
  textMember(label, {
    max: 10,
    rule: { isRight: (value) => /^\d*$/.test(value), message: `${label} must be digits only.` },
  });
export const phoneMember = (label: string) => member("phone", phoneText(label), { label, empty: "" });

/** @param of an entry's name in messages */
export const textsMember = (label: string, { of, max, most }: { of: string; max: number; most: number }) =>
  member(
    "texts",
    z.array(plainText({ field: of, max })).max(most, `Choose at most ${String(most)} ${of.toLowerCase()}s.`),
    {
      label,
      empty: [],
    },
  );

export const momentMember = <Schema extends z.ZodType<string>>(label: string, schema: Schema) =>
  member("moment", schema.nullable(), { label, empty: null as null & z.output<z.ZodNullable<Schema>> });

export const personMember = (label: string) =>
  member("person", userId.nullable(), { label, empty: null as UserId | null });

/* Members written by the server only; users never see their names. */

export const linkMember = () => member("text", z.string(), { label: "", empty: "" });
export const referenceMember = () => member("reference", z.string().nullable(), { label: "", empty: null });
