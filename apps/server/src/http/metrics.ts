import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** Metrics for the operator, in Prometheus' text format. Labels have no personal or company data. */
export interface Metrics {
  readonly contentType: string;
  readonly text: () => Promise<string>;
  readonly observeRequest: (request: { method: string; route: string; status: number; seconds: number }) => void;
  readonly observeJob: (job: { task: string; outcome: "done" | "failed" | "postponed"; seconds: number }) => void;
  /** Replaces the lengths of the job queue; empty if they could not be read. */
  readonly setQueue: (lengths: readonly { task: string; waiting: number; dueSeconds: number }[]) => void;
  /** How far this machine's clock is ahead of the database's, in seconds. */
  readonly setClockOffset: (seconds: number) => void;
  /** Counts the outcome of an error report or page view. */
  readonly observeTelemetry: (report: { kind: "errorReport" | "pageView"; outcome: "sent" | "dropped" }) => void;
}

const KEPT_MS = 1_000;

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labelNames = ["method", "route", "status"] as const;
  const duration = new Histogram({
    name: "ridgebook_http_request_seconds",
    help: "Time from a request to its answer",
    labelNames,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const count = new Counter({
    name: "ridgebook_http_requests_total",
    help: "Requests answered",
    labelNames,
    registers: [registry],
  });
  const jobs = new Histogram({
    name: "ridgebook_job_seconds",
    help: "Time that jobs of this process took, by how they ended",
    labelNames: ["task", "outcome"],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300],
    registers: [registry],
  });
  const waiting = new Gauge({
    name: "ridgebook_jobs_waiting",
    help: "Jobs that wait, over all processes",
    labelNames: ["task"],
    registers: [registry],
  });
  const due = new Gauge({
    name: "ridgebook_jobs_due_seconds",
    help: "For how long the first waiting job of its kind is due",
    labelNames: ["task"],
    registers: [registry],
  });
  const clock = new Gauge({
    name: "ridgebook_clock_offset_seconds",
    help: "By how much this machine's clock is ahead of the database's",
    registers: [registry],
  });
  const telemetry = new Counter({
    name: "ridgebook_telemetry_total",
    help: "Error reports and page views, by what became of them",
    labelNames: ["kind", "outcome"],
    registers: [registry],
  });
  let text: Promise<string> | undefined;
  return {
    contentType: registry.contentType,
    text: () => {
      // Cached: collecting takes milliseconds, and the route is public.
      if (!text) {
        text = registry.metrics();
        setTimeout(() => (text = undefined), KEPT_MS).unref();
      }
      return text;
    },
    observeRequest: ({ method, route, status, seconds }) => {
      const labels = { method, route, status: String(status) };
      duration.observe(labels, seconds);
      count.inc(labels);
    },
    observeJob: ({ task, outcome, seconds }) => {
      jobs.observe({ task, outcome }, seconds);
    },
    setQueue: (lengths) => {
      waiting.reset();
      due.reset();
      for (const length of lengths) {
        waiting.set({ task: length.task }, length.waiting);
        due.set({ task: length.task }, length.dueSeconds);
      }
    },
    setClockOffset: (seconds) => {
      clock.set(seconds);
    },
    observeTelemetry: (report) => {
      telemetry.inc(report);
    },
  };
}
