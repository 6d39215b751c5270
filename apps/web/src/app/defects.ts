import type { Environment } from "@ridgebook/contract";

/** A defect of the app itself: an unexpected error, not a `Problem` that has a message for the user. */
interface Defect {
  readonly error: unknown;
  /** The full address of the page at which it happened. */
  readonly url: string;
  readonly version: string;
}

/** A sink for defects. */
export type DefectSink = (defect: Defect) => void;

type DefectEvent = Partial<Pick<ErrorEvent, "error" | "message">> & Partial<Pick<PromiseRejectionEvent, "reason">>;

/**
 * Reports every defect to one sink, in production only (1.§9); the operator decides what the sink sends. Code that finds a defect calls `reportError`,
 * so that the browser's console shows it in every environment.
 */
export function watchDefects({
  environment,
  version,
  sink,
  page = window,
}: {
  environment: Environment;
  version: string;
  sink?: DefectSink | undefined;
  page?: Pick<Window, "addEventListener"> & { readonly location: { readonly href: string } };
}): void {
  if (environment !== "production" || !sink) return;
  const report = ({ error, reason, message }: DefectEvent): void => {
    sink({ error: error ?? reason ?? message, url: page.location.href, version });
  };
  page.addEventListener("error", report);
  page.addEventListener("unhandledrejection", report);
}
