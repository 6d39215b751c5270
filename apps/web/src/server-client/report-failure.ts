import { Problem, problems } from "@ridgebook/contract";
import { sortServerMessages } from "#server-client/server-validation.ts";

/** The messages to show for a failed call, by status (1.§8); empty if there is nothing to show. */
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
      // Also for expired sessions, connected services, storage of the device and required updates: their titles say what to do.
      return [problem.message];
    case 418:
      // The user left the page before the reply; a message would be noise.
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
  /** Reloads the app's state after a 401, when the user is no longer signed in. */
  refreshApp: () => Promise<void>;
  navigate: (path: string) => void | Promise<void>;
  /** Reports defects: all errors that are no Problem. */
  reportDefect: (error: unknown) => void;
}

export type ReportFailure = (error: unknown, options?: { goTo?: string | undefined }) => Promise<void>;

/**
 * Creates the generic handler of failed calls: shows the catalogue's message and navigates to the path, if one is given
 * (1.§8). After an expired session it refreshes the app and navigates to the root instead.
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
