import { Problem } from "@ridgebook/contract";

/** The value; throws notFound for undefined. */
export function orNotFound<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Problem("notFound");
  return value;
}
