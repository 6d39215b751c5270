/* Parses the operator's addresses for outgoing telemetry. */

/** The receiver of error reports, as a Sentry-compatible DSN names it. */
export interface ErrorReceiver {
  readonly envelopeUrl: string;
  readonly publicKey: string;
}

/** Plain http is for a relay on the same machine only. */
const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);

function readReceiverUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.has(url.hostname));
  return isSafe && url.hash === "" ? url : undefined;
}

/** Parses `https://KEY@HOST/PROJECT`, with an optional path before the project; undefined for anything else. */
export function readDsn(text: string): ErrorReceiver | undefined {
  const url = readReceiverUrl(text);
  if (!url || url.password !== "" || url.search !== "" || !/^\w+$/.test(url.username)) return undefined;
  const [, folder, project] = /^((?:\/[\w.-]+)*)\/(\d+)$/.exec(url.pathname) ?? [];
  if (folder === undefined || project === undefined) return undefined;
  return { envelopeUrl: `${url.origin}${folder}/api/${project}/envelope/`, publicKey: url.username };
}

/** Parses the address for page views; undefined if it is unsafe, or has a login, which would not be sent. */
export function readPageViewsUrl(text: string): string | undefined {
  const url = readReceiverUrl(text);
  return url?.username === "" && url.password === "" ? url.href : undefined;
}
