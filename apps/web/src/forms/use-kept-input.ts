import { isSameValue } from "@ridgebook/contract";
import { useState } from "react";
import { useInputKeeper, type InputPlace } from "#forms/use-input-keeper.ts";
import type { FieldValues } from "#local-data/database/stored-record.ts";

type Members<Values> = { readonly [Member in keyof Values]?: Values[Member] | undefined };

/** The differences to the form's initial values; undefined without any. */
export function changedInput<Values extends object>(
  values: Members<Values>,
  initial: Values,
): Partial<Values> | undefined {
  const members = Object.keys(values) as (keyof Values)[];
  const changed = members.filter(
    (member) => values[member] !== undefined && !isSameValue(values[member], initial[member]),
  );
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((member) => [member, values[member]])) as Partial<Values>;
}

/** The kept members that the form has today, each of the kind that it has today. `null` takes any. */
export function restoredInput<Values extends object>(kept: FieldValues, initial: Values): Partial<Values> | undefined {
  const members = (Object.keys(initial) as (keyof Values & string)[]).filter((member) => {
    const [value, first] = [kept[member], initial[member]];
    if (value === undefined) return false;
    return (
      first === null ||
      value === null ||
      (typeof value === typeof first && Array.isArray(value) === Array.isArray(first))
    );
  });
  return changedInput(Object.fromEntries(members.map((member) => [member, kept[member]])) as Partial<Values>, initial);
}

/** A dialog's text and actions about kept input. */
export interface KeptInput {
  /** Something that was typed before is in the form again. */
  readonly isRestored: boolean;
  /** Begins again with what is stored. */
  readonly startOver: () => void;
  /** Forgets what was kept: it is saved, or was given up. */
  readonly drop: () => Promise<void>;
}

/**
 * The values of a small form, such as a dialog, kept on the device until they are saved or given up.
 *
 * @param place undefined: nothing is kept
 * @param initial what is stored, or what a new record begins with
 * @param secret members that never reach the device's storage
 */
export function useKeptInput<Values extends object>({
  place,
  initial,
  secret = [],
}: {
  place: InputPlace | undefined;
  initial: Values;
  secret?: readonly (keyof Values)[];
}): { values: Values; change: (changed: Partial<Values>) => void; isChanged: boolean; kept: KeptInput } {
  const [restored, setRestored] = useState<Partial<Values>>();
  // Over what is restored: it may have been typed while the device was read.
  const [typed, setTyped] = useState<Partial<Values>>({});
  const { keep, drop } = useInputKeeper({ place, onRestored: (kept) => setRestored(restoredInput(kept, initial)) });
  const values: Values = { ...initial, ...restored, ...typed };

  const change = (changed: Partial<Values>): void => {
    setTyped((before) => ({ ...before, ...changed }));
    const difference = changedInput<Values>({ ...values, ...changed }, initial);
    const entries = Object.entries(difference ?? {}).filter(([member]) => !secret.includes(member as keyof Values));
    keep(entries.length > 0 ? Object.fromEntries(entries) : undefined);
  };
  return {
    values,
    change,
    isChanged: changedInput(values, initial) !== undefined,
    kept: {
      isRestored: restored !== undefined,
      startOver: () => {
        setRestored(undefined);
        setTyped({});
        void drop();
      },
      drop,
    },
  };
}
