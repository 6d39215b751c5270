import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readJob, readJobPage } from "#integrations/hover/read-hover.ts";
import { readPhotoPage } from "#integrations/photos/read-companycam.ts";
import { absentKeys, missingKeys, readRows } from "./read-reply.ts";

const schema = z.looseObject({
  id: z.string(),
  org: z.array(z.looseObject({ domain_name: z.string(), zgid: z.number() })),
});
const keysOf = (json: unknown): string[] => {
  const { error } = schema.safeParse(json);
  return error ? missingKeys(error, json) : [];
};

describe("[CONN-58] keys that an answer lacks", () => {
  test.each([
    [{ org: [] }, ["id"]],
    [{ id: null, org: [{ domain_name: "org1", zgid: 1 }, {}] }, ["id", "org.domain_name", "org.zgid"]],
    // Another kind is not missing, and a page of something else lacks nothing by name.
    [{ id: 7, org: [] }, []],
    ["a page", []],
    [{ id: "7", org: [] }, []],
  ])("%j lacks %j", (json, keys) => {
    expect(keysOf(json)).toEqual(keys);
  });

  test("of rows are noted, and the other rows read", () => {
    const noted: string[] = [];
    const rows = readRows(z.looseObject({ id: z.string() }), [{ id: "1" }, { name: "x" }], (keys) =>
      noted.push(...keys),
    );
    expect([rows, noted]).toEqual([[{ id: "1" }], ["id"]]);
    expect(absentKeys([{ a: null, b: 1 }, { a: 1 }], ["a", "b"])).toEqual(["b"]);
  });

  test("of a job and its models, and of photos, are noted where they are read without them", () => {
    const noted: string[] = [];
    const note = (keys: readonly string[]): void => void noted.push(...keys);
    expect(readJob({ id: 1, models: [{ id: 2 }, { state: "complete" }] }, note).models).toHaveLength(1);
    expect(noted.splice(0)).toEqual(["id", "address", "state"]);
    expect(readJobPage({ results: [{ id: 1, address: null, models: [] }, {}] }, note).results).toHaveLength(1);
    expect(noted.splice(0)).toEqual(["id"]);
    const photo = { id: "1", uris: [{ type: "original", uri: "https://img.companycam.com/1" }], captured_at: 1 };
    expect(readPhotoPage([photo, { id: "2" }], "7", note)).toHaveLength(1);
    expect(noted).toEqual(["uris", "status", "processing_status"]);
  });
});
