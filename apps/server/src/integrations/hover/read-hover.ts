import type { HoverJob, HoverJobPage } from "@ridgebook/contract";
import { z } from "zod";
import { ProviderFailure } from "#integrations/connection/provider.ts";

/*
 * Hover's answers, read leniently: what is not used may be missing or of any kind, and what is used counts as missing where it is not
 * of the documented kind.
 */

const orNothing = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(undefined);
const text = () => orNothing(z.string());
const number = z.union([z.number().int(), z.string().regex(/^\d{1,18}$/)]).transform(String);

const address = orNothing(
  z.looseObject({
    location_line_1: text(),
    location_line_2: text(),
    city: text(),
    region: text(),
    postal_code: text(),
  }),
);
const artifacts = orNothing(
  z.looseObject({ measurements: orNothing(z.looseObject({ json: text(), full_json: text() })) }),
);
const model = z.looseObject({
  id: number,
  name: text(),
  state: text(),
  deliverable: orNothing(z.union([z.string(), z.number()])),
  updated_at: text(),
  artifacts,
});
/** Rows that cannot be read are left out, so that one does not hide the others. */
const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.array(z.unknown()).transform((rows) =>
    rows.flatMap((row): z.output<Schema>[] => {
      const parsed = schema.safeParse(row);
      return parsed.success ? [parsed.data] : [];
    }),
  );
const job = z.looseObject({
  id: number,
  name: text(),
  reconstruction_state: text(),
  address,
  models: listOf(model).nullish().catch([]),
  updated_at: text(),
});
const jobPage = z.looseObject({
  results: listOf(job),
  pagination: orNothing(z.looseObject({ next_page: orNothing(z.number().int().positive()) })),
});

export type RawJob = z.output<typeof job>;
type RawModel = z.output<typeof model>;

/** "Capture only" has no measurements, by Hover's number or name. */
const CAPTURE_ONLY = /^(7|capture[ _]only)$/i;

function parse<Schema extends z.ZodType>(schema: Schema, json: unknown): z.output<Schema> {
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new ProviderFailure("unreadable");
  return parsed.data;
}

/** Raises unreadable for what is no job. */
export const readJob = (json: unknown): RawJob => parse(job, json);
export const readJobPage = (json: unknown) => parse(jobPage, json);

/** A measurement document, as it is; raises unreadable for what is none, as an error with status 200. */
export function readDocument(json: unknown): unknown {
  parse(z.looseObject({ summary: z.looseObject({}) }), json);
  return json;
}

/** The address of a model's whole measurements; undefined where there are none yet. */
export function measurementsLink({ state, deliverable, artifacts: given }: RawModel): string | undefined {
  if (state !== "complete" || CAPTURE_ONLY.test(String(deliverable ?? ""))) return undefined;
  const { full_json: whole, json } = given?.measurements ?? {};
  const link = whole ?? json;
  if (!link || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  // The link to the whole document is optional; the other one leads there with the version.
  url.searchParams.set("version", "full_json");
  return url.href;
}

/** A time as we write it; null for what is none. */
export function toTime(given: string | null | undefined): string | null {
  const time = new Date(given ?? "");
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

function addressLine({ address: given }: RawJob): string {
  const { location_line_1: first, location_line_2: second, city, region, postal_code: zip } = given ?? {};
  const stateAndZip = [region, zip].filter(Boolean).join(" ");
  return [first, second, city, stateAndZip].filter(Boolean).join(", ");
}

export function toHoverJob(given: RawJob): HoverJob {
  const name = given.name ?? "";
  return {
    id: given.id,
    name,
    address: addressLine(given),
    state: given.reconstruction_state ?? "",
    models: (given.models ?? []).map((each) => ({
      id: each.id,
      name: each.name ?? "",
      state: each.state ?? "",
      hasMeasurements: measurementsLink(each) !== undefined,
    })),
    updatedTime: toTime(given.updated_at),
  };
}

export const toHoverJobPage = (given: z.output<typeof jobPage>): HoverJobPage => ({
  results: given.results.map(toHoverJob),
  nextPage: given.pagination?.next_page ?? null,
});
