/** Whether a value of unknown origin has members to read; arrays don't count. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
