import { Problem } from "@ridgebook/contract";

export function orNotFound<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Problem("notFound");
  return value;
}
