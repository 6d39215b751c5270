/** Replaces what PostgreSQL cannot store, a lone surrogate or NUL, by the replacement character. */
export function storable<Value>(value: Value): Value;
export function storable(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/\0|\p{Surrogate}/gu, "\uFFFD");
  if (Array.isArray(value)) return value.map((each: unknown) => storable(each));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, storable(each)]));
  return value;
}
