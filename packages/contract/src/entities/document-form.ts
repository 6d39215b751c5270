import type { z } from "zod";
import type { documentInput } from "./document.ts";
import { SIGNATURE_KEYS } from "./document-kinds.ts";

/** The form field that carries the PDF which a device made of a signed document; kept byte for byte. */
export const DOCUMENT_PDF_FIELD = "pdf";

/** A field of a multipart form with its texts; a name may come more than once. */
export type FormFields = readonly (readonly [name: string, value: string])[];

const PLAIN_FIELDS = [
  "estimateId",
  "name",
  "type",
  "createdTime",
  "showAdditionalCost",
  "additionalCost",
  "additionalWorkTotalBroughtFromAddendum",
] as const;

/** The fields of the create call: estimateId, name, type, workflows (repeated), createdTime, data.{key}, signatures.{key}.… (1.§7). */
export function documentToForm(document: z.input<typeof documentInput>): FormFields {
  const plain = PLAIN_FIELDS.flatMap((field) => {
    const value = document[field];
    return value === undefined ? [] : [[field, String(value)] as const];
  });
  const workflows = document.workflows.map((key) => ["workflows", key] as const);
  const data = Object.entries(document.data ?? {}).map(([key, value]) => [`data.${key}`, value] as const);
  const signatures = SIGNATURE_KEYS.flatMap((key) => {
    const signature = document.signatures?.[key];
    if (!signature) return [];
    return [
      [`signatures.${key}.timestamp`, signature.timestamp],
      [`signatures.${key}.data`, signature.data],
    ] as const;
  });
  return [...plain, ...workflows, ...data, ...signatures];
}

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text.trim());

const toNumber = (text: string): unknown => (isNumber(text) ? Number(text) : text);

/** A text of a form as the JSON value that it stands for; what is neither stays a text, and the schema says what is wrong. */
const TYPED: ReadonlyMap<string, (text: string) => unknown> = new Map([
  ["estimateId", toNumber],
  ["type", toNumber],
  ["additionalCost", toNumber],
  ["additionalWorkTotalBroughtFromAddendum", toNumber],
  ["showAdditionalCost", (text: string) => (text === "true" ? true : text === "false" ? false : text)],
]);

/**
 * The form as the value that `documentInput` checks; the other way round of `documentToForm`. Unknown fields are passed on. Names
 * come from strangers, so they are collected in maps: to an object, some of them mean its own machinery.
 */
export function formToDocument(fields: FormFields): Record<string, unknown> {
  const document = new Map<string, unknown>();
  const workflows: string[] = [];
  const data = new Map<string, string>();
  const signatures = new Map<string, Map<string, string>>();
  for (const [name, value] of fields) {
    const [head = "", key = "", member = "", ...rest] = name.split(".");
    if (name === "workflows") workflows.push(value);
    else if (head === "data" && key !== "" && member === "") data.set(key, value);
    else if (head === "signatures" && key !== "" && member !== "" && rest.length === 0)
      signatures.set(key, new Map(signatures.get(key)).set(member, value));
    else document.set(name, TYPED.get(name)?.(value) ?? value);
  }
  return {
    ...Object.fromEntries(document),
    workflows,
    data: Object.fromEntries(data),
    signatures: Object.fromEntries([...signatures].map(([key, members]) => [key, Object.fromEntries(members)])),
  };
}
