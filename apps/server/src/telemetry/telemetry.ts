import { randomBytes } from "node:crypto";
import { APP_VERSION, type Environment, type PageView } from "@ridgebook/contract";
import { normalizeHost } from "#egress/allowed-targets.ts";
import { createEgress } from "#egress/egress.ts";
import { createHttpCall, targetOf } from "#egress/http-call.ts";
import { createForwarder, type ForwardOutcome } from "./forwarder.ts";
import { readLoggedDefect } from "./logged-defect.ts";
import type { ErrorReceiver } from "./receivers.ts";
import { ENVELOPE_TYPE, sentryAuth, writeEnvelope, type Defect } from "./sentry-envelope.ts";

/** Error reports and page views for receivers that the operator chose (decision 0126). */
export interface Telemetry {
  /** What is sent; everything else is dropped. */
  readonly sends: { readonly errorReports: boolean; readonly pageViews: boolean };
  readonly reportDefect: (defect: Defect) => void;
  readonly reportPageView: (view: PageView) => void;
  /** For the logger: reports defects of the server. */
  readonly reportLogged: (logged: unknown, message: unknown) => void;
}

const ignore = (): void => undefined;

export const NO_TELEMETRY: Telemetry = {
  sends: { errorReports: false, pageViews: false },
  reportDefect: ignore,
  reportPageView: ignore,
  reportLogged: ignore,
};

const WITHIN_MS = 10_000;

/** Posts to one address of the operator, which may be in a private network, and connects to nothing else. */
function postTo(url: string, headers: Readonly<Record<string, string>>) {
  const { host, port } = targetOf(url);
  const receiver = { host: normalizeHost(host), port, network: undefined };
  const call = createHttpCall({ egress: createEgress({ allowed: [receiver] }) });
  return (body: string) => call({ method: "POST", url, headers, body, withinMs: WITHIN_MS, maxBytes: 0 });
}

export function createTelemetry({
  errorReceiver,
  pageViewsUrl,
  environment,
  observe,
  now,
}: {
  errorReceiver: ErrorReceiver | undefined;
  pageViewsUrl: string | undefined;
  /** Nothing is sent outside production. */
  environment: Environment;
  observe: (report: { kind: "errorReport" | "pageView"; outcome: ForwardOutcome }) => void;
  now: () => Date;
}): Telemetry {
  if (environment !== "production") return NO_TELEMETRY;
  const errors =
    errorReceiver &&
    createForwarder({
      post: postTo(errorReceiver.envelopeUrl, {
        "content-type": ENVELOPE_TYPE,
        "x-sentry-auth": sentryAuth({ publicKey: errorReceiver.publicKey, version: APP_VERSION }),
      }),
      observe: (outcome) => observe({ kind: "errorReport", outcome }),
      now,
    });
  const views =
    pageViewsUrl === undefined
      ? undefined
      : createForwarder({
          post: postTo(pageViewsUrl, { "content-type": "application/json" }),
          observe: (outcome) => observe({ kind: "pageView", outcome }),
          now,
        });
  const reportDefect = (defect: Defect): void =>
    errors?.add(writeEnvelope(defect, { id: randomBytes(16).toString("hex"), time: now() }));
  return {
    sends: { errorReports: errors !== undefined, pageViews: views !== undefined },
    reportDefect,
    reportPageView: ({ page, title, version }) =>
      views?.add(JSON.stringify({ page, title, version, time: now().toISOString() })),
    reportLogged: (logged, message) => {
      const defect = errors && readLoggedDefect(logged, message);
      if (defect) reportDefect({ ...defect, version: APP_VERSION });
    },
  };
}
