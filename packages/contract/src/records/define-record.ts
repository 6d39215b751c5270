import { z } from "zod";
import type { Member } from "./members.ts";

type Members = Readonly<Record<string, Member>>;
type ShapeOf<Of extends Members> = { [Name in keyof Of]: Of[Name]["schema"] };
type ValuesOf<Of extends Members> = { [Name in keyof Of]: z.output<Of[Name]["schema"]> };

/**
 * A synced record, defined once: members written by users, and those written by the server only. Schemas, labels, empty values, the
 * server's columns, form values, test builders and merge rules are derived from it.
 */
interface RecordDefinition<Written extends Members, Read extends Members> {
  readonly written: Written;
  readonly read: Read;
  /** Names of the written members, in order. */
  readonly fields: readonly (keyof Written & string)[];
  readonly labels: { readonly [Name in keyof Written]: string };
  readonly empty: ValuesOf<Written>;
  /** Initial values of the server's members. */
  readonly emptyRead: ValuesOf<Read>;
  readonly shape: ShapeOf<Written>;
  /** A strict object of the written members. */
  readonly schema: z.ZodObject<ShapeOf<Written>, z.core.$strict>;
  readonly readShape: ShapeOf<Read>;
}

const mapMembers = <Of extends Members, Result>(members: Of, map: (member: Member) => Result) =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, map(member)])) as {
    [Name in keyof Of]: Result;
  };

/** @param read members written by the server only; default: the record defines them itself */
export function defineRecord<const Written extends Members, const Read extends Members = Record<string, never>>({
  written,
  read = {} as Read,
}: {
  written: Written;
  read?: Read;
}): RecordDefinition<Written, Read> {
  const shapeOf = (members: Members) => mapMembers(members, ({ schema }) => schema);
  const shape = shapeOf(written) as ShapeOf<Written>;
  const emptyOf = (members: Members) => mapMembers(members, ({ empty }) => empty);
  return {
    written,
    read,
    fields: Object.keys(written),
    labels: mapMembers(written, ({ label }) => label),
    empty: emptyOf(written) as ValuesOf<Written>,
    emptyRead: emptyOf(read) as ValuesOf<Read>,
    shape,
    schema: z.strictObject(shape),
    readShape: shapeOf(read) as ShapeOf<Read>,
  };
}
