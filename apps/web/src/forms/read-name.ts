import { ruleMessages } from "@ridgebook/contract";

/** Trims and validates a typed name. */
export function readName(
  text: string,
  max: number,
): { readonly name: string; readonly error?: undefined } | { readonly error: string } {
  const name = text.trim();
  if (name === "") return { error: ruleMessages.required("Name") };
  if (name.length > max) return { error: ruleMessages.tooLong("Name", max) };
  return { name };
}

/** The longest names of an estimate and of a copy, in characters. */
export const MAX_ESTIMATE_NAME = 200;
export const MAX_COPY_NAME = 100;
