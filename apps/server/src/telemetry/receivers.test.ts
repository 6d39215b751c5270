import { describe, expect, test } from "vitest";
import { readDsn, readPageViewsUrl } from "./receivers.ts";

describe("[ERR-17] a DSN", () => {
  // https://develop.sentry.dev/sdk/foundations/envelopes/: {BASE_URI}/api/{PROJECT}/envelope/
  test.each([
    ["https://0abc@o1.ingest.sentry.io/42", "https://o1.ingest.sentry.io/api/42/envelope/"],
    [
      "https://0abc@errors.gable.test:8443/tools/sentry/42",
      "https://errors.gable.test:8443/tools/sentry/api/42/envelope/",
    ],
    ["http://0abc@127.0.0.1:9000/42", "http://127.0.0.1:9000/api/42/envelope/"],
    ["http://0abc@[::1]:9000/42", "http://[::1]:9000/api/42/envelope/"],
  ])("%s is read", (dsn, envelopeUrl) => {
    expect(readDsn(dsn)).toEqual({ envelopeUrl, publicKey: "0abc" });
  });

  test.each([
    "errors.gable.test",
    "https://errors.gable.test/42",
    "https://0abc@errors.gable.test/",
    "https://0abc@errors.gable.test/project",
    "https://0abc:secret@errors.gable.test/42",
    "https://0abc@errors.gable.test/42?environment=x",
    "http://0abc@errors.gable.test/42",
    "ftp://0abc@127.0.0.1/42",
  ])("%s is refused", (dsn) => {
    expect(readDsn(dsn)).toBeUndefined();
  });
});

test("[ERR-17] page views go to an https address, or by http to this machine", () => {
  for (const url of ["https://views.gable.test/in?token=abc", "http://localhost:9000/in"])
    expect(readPageViewsUrl(url)).toBe(url);
  for (const url of [
    "views.gable.test",
    "http://views.gable.test/",
    "https://me:secret@views.gable.test/",
    "https://x/#a",
  ])
    expect(readPageViewsUrl(url), url).toBeUndefined();
});
