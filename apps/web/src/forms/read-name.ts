import { ruleMessages } from "@ridgebook/contract";

/** A typed name without spaces around it, or what is wrong with it. */
export function readName(
  text: string,
  max: number,
): { readonly name: string; readonly error?: undefined } | { readonly error: string } {
  const name = text.trim();
  if (name === "") return { error: ruleMessages.required("Name") };
  if (name.length > max) return { error: ruleMessages.tooLong("Name", max) };
  return { name };
}

/** Most characters of an estimate's name and of a copy's. */
export const MAX_ESTIMATE_NAME = 200;
export const MAX_COPY_NAME = 100;
