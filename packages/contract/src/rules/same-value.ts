const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Whether two field values are equal as JSON. Member order does not matter; a missing value is null. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one ?? null, other ?? null)) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  // Undefined members are not sent.
  const fields = Object.keys(one).filter((field) => one[field] !== undefined);
  const otherFields = Object.keys(other).filter((field) => other[field] !== undefined);
  return (
    fields.length === otherFields.length &&
    fields.every((field) => Object.hasOwn(other, field) && isSameValue(one[field], other[field]))
  );
}
