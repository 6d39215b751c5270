/**
 * Serializes a value as canonical JSON: keys sorted by code units, no spaces, without undefined members. Equal values give equal texts on
 * every device. Throws a TypeError for values outside JSON (NaN, a top-level function).
 */
export function canonicalJson(value: unknown): string {
  const text = write(value, "value");
  if (text === undefined) throw new TypeError("Only values that JSON knows can be written.");
  return text;
}

function write(value: unknown, place: string): string | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
      return JSON.stringify(value);
    case "number":
      if (!Number.isFinite(value)) throw new TypeError(`${place} is ${String(value)}, which JSON cannot say.`);
      // -0 reads as 0.
      return JSON.stringify(value === 0 ? 0 : value);
    case "object":
      break;
    default:
      return undefined;
  }
  if (value === null) return "null";
  if (Array.isArray(value))
    return `[${value.map((each, index) => write(each, `${place}[${String(index)}]`) ?? "null").join(",")}]`;
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  const members = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .flatMap(([key, member]) => {
      const text = write(member, `${place}.${key}`);
      return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
    });
  return `{${members.join(",")}}`;
}
