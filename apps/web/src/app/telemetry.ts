import { readStackFrames, type ErrorReport } from "@ridgebook/contract";
import type { DefectSink } from "#app/defects.ts";
import type { PageViewSink } from "#app/page-views.ts";
import type { ReplyOf, ServerClient } from "#server-client/server-client.ts";

/** The open route: its path as the router writes it (`/estimator/leads/$id/details`) and its own title. */
export interface OpenRoute {
  readonly path: string;
  readonly title: string;
}

type Sends = NonNullable<ReplyOf<"getInfo">["telemetry"]>;

/** A page that fails again and again is reported this often until it is reloaded. */
const MOST_DEFECTS = 10;
const CLASS_NAME = /^[A-Za-z]\w{0,60}$/;

/** The route's path in the contract's pattern syntax; contains no value of a parameter. */
export const pagePattern = (path: string): string =>
  path.replace(/\/+$/, "").replace(/\$$/, "*").replaceAll("$", ":") || "/";

function describeError(error: unknown, origin: string): Pick<ErrorReport, "type" | "frames"> {
  if (!(error instanceof Error)) return { type: "Error", frames: [] };
  const toFile = (place: string): string | undefined =>
    place.startsWith(`${origin}/`) && place.endsWith(".js") ? place.slice(origin.length) : undefined;
  return { type: CLASS_NAME.test(error.name) ? error.name : "Error", frames: readStackFrames(error, toFile) };
}

/**
 * The sinks of an app in production. They send to the app's own server, and only the kinds that its operator collects. From a defect and a page view
 * they take only what identifies no user or record: the route, the error's class and its place in the app. A failed request is dropped.
 */
export function createTelemetry({
  client,
  readRoute,
  version,
  origin,
}: {
  client: Pick<ServerClient, "call">;
  readRoute: () => OpenRoute;
  version: string;
  origin: string;
}): { reportDefect: DefectSink; reportPageView: PageViewSink } {
  let asked: Promise<Sends> | undefined;
  const reported = new Set<string>();

  async function ask(): Promise<Sends> {
    const { telemetry } = await client.call("getInfo", { query: { keys: "telemetry" } });
    return telemetry ?? { errorReports: false, pageViews: false };
  }

  async function sendIf(kind: keyof Sends, send: () => Promise<unknown>): Promise<void> {
    try {
      asked ??= ask();
      const sends = await asked.catch((error: unknown) => {
        asked = undefined;
        throw error;
      });
      if (sends[kind]) await send();
    } catch {
      // Reported as a defect, it would loop.
    }
  }

  return {
    reportDefect: ({ error }) => {
      const body = { page: pagePattern(readRoute().path), version, ...describeError(error, origin) };
      const same = JSON.stringify(body);
      if (reported.has(same) || reported.size >= MOST_DEFECTS) return;
      reported.add(same);
      void sendIf("errorReports", () => client.call("sendErrorReport", { body }));
    },
    reportPageView: () => {
      const { path, title } = readRoute();
      void sendIf("pageViews", () =>
        client.call("sendPageView", { body: { page: pagePattern(path), title, version } }),
      );
    },
  };
}
