import { Problem, problems } from "@ridgebook/contract";
import { sortServerMessages } from "#server-client/server-validation.ts";

/** What a person reads of a failed call, by status (1.§8); undefined where there is nothing to say. */
export function failureMessages(problem: Problem): string[] {
  switch (problem.status) {
    case 400:
      if (problem.code === "unexpected") return [problems.validation.title];
      return sortServerMessages({ problem, knownFields: [] }).others;
    case 403:
      return [problem.code === "twoStepRequired" ? problem.message : problems.accessDenied.title];
    case 404:
    case 410:
      return [problems.notFound.title];
    case 408:
      return [problems.requestTimeout.title];
    case 401:
    case 413:
    case 415:
    case 424:
    case 425:
    case 426:
    case 429:
    case 507:
      // Also why a session is over, that a connected service failed, what the device could not store, and what waits for an update: they say what to do.
      return [problem.message];
    case 418:
      // Somebody left before the answer came; telling them about it would be noise.
      return [];
    case 502:
    case 503:
    case 504:
      return [problems.unavailable.title];
    default:
      return [problems.unexpected.title];
  }
}

interface FailureReporterOptions {
  showError: (message: string) => void;
  /** Loads the app's state afresh: after a 401 nobody is signed in any more. */
  refreshApp: () => Promise<void>;
  navigate: (path: string) => void | Promise<void>;
  /** Where defects go: everything that was thrown and is no Problem. */
  reportDefect: (error: unknown) => void;
}

export type ReportFailure = (error: unknown, options?: { goTo?: string | undefined }) => Promise<void>;

/**
 * The generic handler of failed calls: says what happened in the catalogue's words and, when a path is given, goes there
 * (1.§8). An expired session goes to the root instead, after the app has refreshed.
 */
export const createFailureReporter =
  ({ showError, refreshApp, navigate, reportDefect }: FailureReporterOptions): ReportFailure =>
  async (error, { goTo } = {}) => {
    if (!(error instanceof Problem)) {
      reportDefect(error);
      showError(problems.unexpected.title);
    } else {
      for (const message of failureMessages(error)) showError(message);
      if (error.status === 401) {
        await refreshApp();
        return navigate("/");
      }
    }
    if (goTo !== undefined) await navigate(goTo);
  };
