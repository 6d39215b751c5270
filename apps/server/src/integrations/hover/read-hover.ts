import type { HoverJob, HoverJobPage } from "@ridgebook/contract";
import { z } from "zod";
import { absentKeys, readRows, readShape, readTime, type NoteMissing } from "#integrations/connection/read-reply.ts";

/* Parses Hover's responses leniently: unused members may be anything, and used ones of an undocumented type count as missing. */

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
const job = z.looseObject({
  id: number,
  name: text(),
  reconstruction_state: text(),
  address,
  models: orNothing(z.array(z.unknown())),
  updated_at: text(),
});
const jobPage = z.looseObject({
  results: z.array(z.unknown()),
  pagination: orNothing(z.looseObject({ next_page: orNothing(z.number().int().positive()) })),
});

type RawModel = z.output<typeof model>;
type GivenJob = z.output<typeof job>;
export interface RawJob extends Pick<GivenJob, "id" | "name" | "reconstruction_state" | "address" | "updated_at"> {
  readonly models: readonly RawModel[];
}

/** "Capture only" has no measurements, by Hover's number or name. */
const CAPTURE_ONLY = /^(7|capture[ _]only)$/i;

function withModels(given: GivenJob, noteMissing: NoteMissing): RawJob {
  const models = readRows(model, given.models ?? [], noteMissing);
  noteMissing([...absentKeys([given], ["address", "models"]), ...absentKeys(models, ["state"])]);
  return { ...given, models };
}

/** Throws unreadable if it is not a job. */
export const readJob = (json: unknown, noteMissing: NoteMissing): RawJob =>
  withModels(readShape(job, json), noteMissing);

/** Throws unreadable if it is not a page of jobs. */
export function readJobPage(json: unknown, noteMissing: NoteMissing): HoverJobPage {
  const { results, pagination } = readShape(jobPage, json);
  return {
    results: readRows(job, results, noteMissing).map((each) => toHoverJob(withModels(each, noteMissing))),
    nextPage: pagination?.next_page ?? null,
  };
}

/** A measurement document, unchanged; throws unreadable for anything else, such as an error with status 200. */
export function readDocument(json: unknown): unknown {
  readShape(z.looseObject({ summary: z.looseObject({}) }), json);
  return json;
}

/** The address of a model's complete measurements; undefined while it has none. */
export function measurementsLink({ state, deliverable, artifacts: given }: RawModel): string | undefined {
  if (state !== "complete" || CAPTURE_ONLY.test(String(deliverable ?? ""))) return undefined;
  const { full_json: whole, json } = given?.measurements ?? {};
  const link = whole ?? json;
  if (!link || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  // The link to the full document is optional; the other one works too, with the version.
  url.searchParams.set("version", "full_json");
  return url.href;
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
    models: given.models.map((each) => ({
      id: each.id,
      name: each.name ?? "",
      state: each.state ?? "",
      hasMeasurements: measurementsLink(each) !== undefined,
    })),
    updatedTime: readTime(given.updated_at),
  };
}
