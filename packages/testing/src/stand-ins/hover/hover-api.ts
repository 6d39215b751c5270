import type { TwinReply } from "#stand-ins/twin-reply.ts";
import type { HoverCaseName } from "./hover-cases.ts";
import type { TwinJob, TwinModel } from "./hover-jobs-data.ts";

/* Version 3 of Hover's API, over the twin's houses. Pure: returns a reply or the name of a case. */

const MAX_PER_PAGE = 100;
const USUAL_PER_PAGE = 25;
const SEARCH_MIN = 3;

type ApiReply = TwinReply<HoverCaseName>;

const JOB = /^\/api\/v3\/jobs\/(\d+)$/;
const MEASUREMENTS = /^\/api\/v3\/models\/(\d+)\/artifacts\/measurements\.json$/;

function writeModel(model: TwinModel, origin: string): object {
  const json = `${origin}/api/v3/models/${String(model.id)}/artifacts/measurements.json`;
  const { id, name, state, deliverable, updatedAt, document } = model;
  return {
    id,
    name,
    state,
    deliverable,
    capture_id: 7001,
    created_at: updatedAt,
    updated_at: updatedAt,
    artifacts: document
      ? {
          measurements: {
            json,
            pdf: json.replace(".json", ".pdf"),
            xlsx: json.replace(".json", ".xlsx"),
            summarized_json: `${json}?version=summarized_json`,
            full_json: `${json}?version=full_json`,
          },
        }
      : {},
    images: [],
  };
}

function writeJob(job: TwinJob, origin: string): object {
  const { id, name, state, street, city, region, zip, updatedAt } = job;
  return {
    id,
    name,
    reconstruction_state: state,
    external_identifier: null,
    org: { id: 55012 },
    address: {
      location_line_1: street,
      location_line_2: null,
      city,
      region,
      postal_code: zip,
      country: "US",
      latitude: "38.9512",
      longitude: "-94.6839",
    },
    customer: { first_name: "Dana", name: "Dana Whitlock", email: "dana@example.com", phone: "9135550142" },
    captures: [],
    models: job.models.map((model) => writeModel(model, origin)),
    created_at: updatedAt,
    updated_at: updatedAt,
    archived_at: null,
  };
}

const positive = (text: string | null, otherwise: number): number =>
  text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : otherwise;

function listJobs(jobs: readonly TwinJob[], { searchParams, origin }: URL): ApiReply {
  const search = searchParams.get("search");
  if (search !== null && search.trim().length < SEARCH_MIN) return { named: "searchTooShort" };
  const wanted = (search ?? "").trim().toLowerCase();
  const found = jobs.filter(({ name, user, street, city, region, zip }) =>
    [name, user, `${street}, ${city}, ${region} ${zip}`].some((text) => text.toLowerCase().includes(wanted)),
  );
  const per = Math.min(positive(searchParams.get("per"), USUAL_PER_PAGE), MAX_PER_PAGE);
  const page = positive(searchParams.get("page"), 1);
  return {
    json: {
      results: found.slice((page - 1) * per, page * per).map((job) => writeJob(job, origin)),
      pagination: { current_page: page, next_page: page * per < found.length ? page + 1 : null },
    },
  };
}

/** For a call with a valid token. */
export function answerApi(jobs: readonly TwinJob[], url: URL): ApiReply {
  if (url.pathname === "/api/v3/jobs") return listJobs(jobs, url);
  const [, jobId] = JOB.exec(url.pathname) ?? [];
  if (jobId !== undefined) {
    const job = jobs.find(({ id }) => String(id) === jobId);
    return job ? { json: writeJob(job, url.origin) } : { named: "notFound" };
  }
  const [, modelId] = MEASUREMENTS.exec(url.pathname) ?? [];
  if (modelId === undefined) return { named: "notFound" };
  const model = jobs.flatMap(({ models }) => models).find(({ id }) => String(id) === modelId);
  if (!model) return { named: "notFound" };
  if (!model.document || model.state !== "complete") return { named: "noMeasurements" };
  const isWhole = url.searchParams.get("version") === "full_json";
  return { json: isWhole ? model.document : (model.document as { summary: unknown }).summary };
}
