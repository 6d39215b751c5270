import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";

/** Figures for the operator, in Prometheus' text form. No label holds anything of a person or a company. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void;
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
  let text: Promise<string> | undefined;
  return {
    contentType: registry.contentType,
    text: () => {
      // Collecting takes milliseconds, and anybody may ask.
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
  };
}
