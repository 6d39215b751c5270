import { pick } from "@ridgebook/contract";
import { useState, useSyncExternalStore } from "react";

/**
 * Members of a value that can be watched; drawn again when one of them changes, and not with every other: while thousands of changes go
 * out, their count changes many times a second, and a page that shows only who is signed in has nothing to draw.
 */
export function useMembers<Value extends object, Name extends keyof Value>(
  { subscribe, getSnapshot }: { subscribe: (listener: () => void) => () => void; getSnapshot: () => Value },
  names: readonly [Name, ...Name[]],
): Pick<Value, Name> {
  const [pickMembers] = useState(() => createPick<Value, Name>(names));
  return useSyncExternalStore(subscribe, () => pickMembers(getSnapshot()));
}

/** Picks members; the same object as the last time while all of them are the same. */
export function createPick<Value extends object, Name extends keyof Value>(
  names: readonly [Name, ...Name[]],
): (value: Value) => Pick<Value, Name> {
  let last: Pick<Value, Name> | undefined;
  return (value) => {
    const known = last;
    if (known && names.every((name) => Object.is(known[name], value[name]))) return known;
    last = pick(value, names);
    return last;
  };
}
