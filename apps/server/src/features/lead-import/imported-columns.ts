import { EMPTY_LEAD, LEAD_FIELDS, leadRecord, type LeadFields, type StagedLead } from "@ridgebook/contract";
import { lead } from "#database/schema/lead-tables.ts";
import { toColumnValue } from "#database/schema/record-columns.ts";

/* A row of a file by lead column: how an import stores it, and how PostgreSQL creates a lead from it. */

const columnOf = (field: keyof LeadFields | "externalId"): string => lead[field].name;

/** A lead's default values by column. */
export const EMPTY_COLUMNS: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(LEAD_FIELDS.map((field): [string, unknown] => [columnOf(field), EMPTY_LEAD[field]])),
  [columnOf("externalId")]: null,
};

export const IMPORTED_COLUMNS: readonly string[] = Object.keys(EMPTY_COLUMNS);

/** Lead fields by column; only user-written ones, which have authors. */
export const FIELD_OF_COLUMN: Readonly<Record<string, string>> = Object.fromEntries(
  LEAD_FIELDS.map((field) => [columnOf(field), field]),
);

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** A row's non-empty values by column. */
export const toColumns = ({
  fields,
  externalId,
}: Pick<StagedLead, "fields" | "externalId">): Record<string, unknown> => {
  const named = LEAD_FIELDS.filter((field) => !isNothing(fields[field]));
  return {
    ...Object.fromEntries(
      named.map((field): [string, unknown] => [
        columnOf(field),
        toColumnValue(leadRecord.written[field], fields[field]),
      ]),
    ),
    ...(externalId !== null && { [columnOf("externalId")]: externalId }),
  };
};
