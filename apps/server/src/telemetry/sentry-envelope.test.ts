import { expect, test } from "vitest";
import { writeEnvelope } from "./sentry-envelope.ts";

const ID = "9f0c1d2e3f405162738495a6b7c8d9ea";
const FRAME = { function: "save", file: "/assets/main-Bq1.js", line: 1, column: 20 };

// The three lines of https://develop.sentry.dev/sdk/foundations/envelopes/, and an event of .../event-payloads/.
test("[ERR-16] a defect is an event in an envelope, with the outermost call first", () => {
  const inner = { function: "?", file: "node_modules/zod/index.js", line: 3, column: 4 };
  const envelope = writeEnvelope(
    { part: "app", type: "TypeError", place: "/estimator/leads/:id", version: "1.7.76", frames: [inner, FRAME] },
    { id: ID, time: new Date("2026-11-29T10:00:00.000Z") },
  );
  const [header, itemHeader, event, ...rest] = envelope.split("\n");
  expect(JSON.parse(String(header))).toEqual({ event_id: ID, sent_at: "2026-11-29T10:00:00.000Z" });
  expect(JSON.parse(String(itemHeader))).toEqual({
    type: "event",
    content_type: "application/json",
    length: Buffer.byteLength(String(event)),
  });
  expect(JSON.parse(String(event))).toEqual({
    event_id: ID,
    timestamp: "2026-11-29T10:00:00.000Z",
    platform: "javascript",
    level: "error",
    environment: "production",
    release: "ridgebook@1.7.76",
    transaction: "/estimator/leads/:id",
    tags: { part: "app" },
    exception: {
      values: [
        {
          type: "TypeError",
          stacktrace: {
            frames: [
              { function: "save", filename: "/assets/main-Bq1.js", lineno: 1, colno: 20, in_app: true },
              { function: "?", filename: "node_modules/zod/index.js", lineno: 3, colno: 4, in_app: false },
            ],
          },
        },
      ],
    },
  });
  expect(rest).toEqual([""]);
});

test("[ERR-16] a defect without a trace has its class, a database's error its code", () => {
  const defect = {
    part: "server",
    type: "Error",
    place: "/api/leads",
    version: "1",
    code: "23505",
    frames: [],
  } as const;
  const [, , event] = writeEnvelope(defect, { id: ID, time: new Date(0) }).split("\n");
  expect(JSON.parse(String(event))).toMatchObject({
    platform: "node",
    tags: { part: "server", code: "23505" },
    exception: { values: [{ type: "Error" }] },
  });
});
