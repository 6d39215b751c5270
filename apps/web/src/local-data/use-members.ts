import { pick } from "@ridgebook/contract";
import { useState, useSyncExternalStore } from "react";

/**
 * Reads some members of an observable value, and renders again only if one of them changes: while thousands of changes are sent,
 * their count changes many times a second, and a page that shows only the user must not render each time.
 */
export function useMembers<Value extends object, Name extends keyof Value>(
  { subscribe, getSnapshot }: { subscribe: (listener: () => void) => () => void; getSnapshot: () => Value },
  names: readonly [Name, ...Name[]],
): Pick<Value, Name> {
  const [pickMembers] = useState(() => createPick<Value, Name>(names));
  return useSyncExternalStore(subscribe, () => pickMembers(getSnapshot()));
}

/** Picks members; returns the last object again if none of them has changed. */
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
