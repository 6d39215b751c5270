import { fullName, type User } from "@ridgebook/contract";
import { useMemo } from "react";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";

export interface Salespeople {
  /** Known members of the company, by name; undefined while loading. */
  people: readonly User[] | undefined;
  /** "Dana Mercer"; "Unknown person" for an id unknown to this device, "" for null. */
  nameOf: (id: number | null) => string;
  /** Options for the active ones and those in `keep`, who may be inactive. */
  options: (keep: readonly (number | null)[]) => { value: string; label: string }[];
}

const UNKNOWN_PERSON = "Unknown person";

/** The company's people, from the device. */
export function useSalespeople(): Salespeople {
  const localData = useLocalData();
  const { value: users } = useLocalQuery("users", () => localData.users.list(), [localData]);
  return useMemo(() => {
    const people = users?.toSorted((one, other) => fullName(one).localeCompare(fullName(other)));
    const byId = new Map<number, User>(people?.map((person) => [person.id, person]));
    const nameOf = (id: number | null): string => {
      if (id === null || !people) return "";
      const person = byId.get(id);
      return person ? fullName(person) : UNKNOWN_PERSON;
    };
    return {
      people,
      nameOf,
      options: (keep) => {
        const offered = (people ?? []).filter((person) => person.active || keep.includes(person.id));
        const strangers = keep.filter((id): id is number => id !== null && !byId.has(id));
        return [
          ...offered.map((person) => ({
            value: String(person.id),
            label: person.active ? fullName(person) : `${fullName(person)} (inactive)`,
          })),
          ...[...new Set(strangers)].map((id) => ({ value: String(id), label: UNKNOWN_PERSON })),
        ];
      },
    };
  }, [users]);
}
