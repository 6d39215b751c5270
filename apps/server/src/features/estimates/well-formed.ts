/** Halves of a character, as a cut through an emoji leaves them, are stored as the sign for an unknown character. */
export function wellFormed<Value>(value: Value): Value;
export function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/\p{Surrogate}/gu, "\uFFFD");
  if (Array.isArray(value)) return value.map((each: unknown) => wellFormed(each));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, wellFormed(each)]));
  return value;
}
