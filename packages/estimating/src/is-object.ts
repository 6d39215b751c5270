export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether an unknown value is an object with members, not an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
