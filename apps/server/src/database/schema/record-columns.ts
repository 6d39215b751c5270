import type { Member, MemberKind } from "@ridgebook/contract";
import { bigint, boolean, text, timestamp } from "drizzle-orm/pg-core";

/* Maps the members of a record (contract, records/members.ts) to columns, one per kind of member. */

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const COLUMNS = {
  text: (name: string, empty: unknown) => text(name).notNull().default(String(empty)),
  phone: (name: string, empty: unknown) => text(name).notNull().default(String(empty)),
  texts: (name: string, empty: unknown) =>
    text(name)
      .array()
      .notNull()
      .default(empty as string[]),
  moment: (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" }),
  person: (name: string) => bigint(name, { mode: "number" }),
  reference: (name: string) => text(name),
  flag: (name: string, empty: unknown) => boolean(name).notNull().default(Boolean(empty)),
} as const satisfies Partial<Record<MemberKind, (name: string, empty: unknown) => unknown>>;

type StoredMembers = Readonly<Record<string, Member<keyof typeof COLUMNS>>>;

type ColumnsOf<Members extends StoredMembers> = {
  [Name in keyof Members]: ReturnType<(typeof COLUMNS)[Members[Name]["kind"]]>;
};

/** The columns of a record's members, in order. A member of a new release needs a migration (`npm run generate-migration`). */
export const columnsOf = <const Members extends StoredMembers>(members: Members) =>
  Object.fromEntries(
    Object.entries(members).map(([name, { kind, empty }]) => [name, COLUMNS[kind](snakeCase(name), empty)]),
  ) as ColumnsOf<Members>;

/** Converts a record's value for its column: times become dates. */
export const toColumnValue = ({ kind }: Pick<Member, "kind">, value: unknown): unknown =>
  kind === "moment" && typeof value === "string" ? new Date(value) : value;
