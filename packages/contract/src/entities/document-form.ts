import type { z } from "zod";
import type { documentInput } from "./document.ts";
import { SIGNATURE_KEYS } from "./document-kinds.ts";

/** The form field of a signed document's PDF from the device; stored byte for byte. */
export const DOCUMENT_PDF_FIELD = "pdf";

/** Fields of a multipart form; names may repeat. */
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

/** The JSON value of a form text; invalid text stays a text for the schema to report. */
const TYPED: ReadonlyMap<string, (text: string) => unknown> = new Map([
  ["estimateId", toNumber],
  ["type", toNumber],
  ["additionalCost", toNumber],
  ["additionalWorkTotalBroughtFromAddendum", toNumber],
  ["showAdditionalCost", (text: string) => (text === "true" ? true : text === "false" ? false : text)],
]);

/**
 * The inverse of `documentToForm`: the value for `documentInput`. Unknown fields are kept. Untrusted names are collected in maps, because
 * some have a special meaning on objects.
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
