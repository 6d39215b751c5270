const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/**
 * Whether two field values are the same, compared as the JSON they travel as. Member order does not count; a missing value
 * travels as null.
 */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one ?? null, other ?? null)) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  // A member that is undefined does not travel.
  const fields = Object.keys(one).filter((field) => one[field] !== undefined);
  const otherFields = Object.keys(other).filter((field) => other[field] !== undefined);
  return (
    fields.length === otherFields.length &&
    fields.every((field) => Object.hasOwn(other, field) && isSameValue(one[field], other[field]))
  );
}
