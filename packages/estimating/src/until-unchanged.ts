/** Repeats a step until it changes nothing, at most `rounds` times. */
export function untilUnchanged<Value>(initial: Value, rounds: number, step: (value: Value) => Value): Value {
  let value = initial;
  for (let round = 0; round < rounds; round += 1) {
    const next = step(value);
    if (next === value) break;
    value = next;
  }
  return value;
}
