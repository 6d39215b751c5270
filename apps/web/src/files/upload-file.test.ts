import { Problem, UPLOAD_RULES } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import type { ServerClient } from "#server-client/server-client.ts";
import { uploadFile, uploadMessage } from "./upload-file.ts";

/** A client whose every call ends so; `calls` are their names and parts. */
function clientThat(answer: () => Promise<unknown>) {
  const calls: unknown[][] = [];
  const client = {
    call: (...parts: unknown[]) => {
      calls.push(parts);
      return answer();
    },
  } as unknown as ServerClient;
  return { client, calls };
}

const pdf = new File(["%PDF-1.7"], "terms.pdf");

describe("uploading a file", () => {
  test("[FILE-02] the chosen file goes out, and the stored one comes back", async () => {
    const stored = { id: "a".repeat(64), name: "terms.pdf" };
    const { client, calls } = clientThat(() => Promise.resolve(stored));
    expect(await uploadFile({ client, chosen: pdf, rules: UPLOAD_RULES })).toEqual({ file: stored });
    expect(calls.map(([name, parts]) => [name, parts])).toEqual([["uploadFile", { file: pdf }]]);
  });

  test("[FILE-02] a 400 is for the field, its messages joined", async () => {
    const refused = new Problem("validation", { errors: { FormFile: ["File is empty.", "Try another."] } });
    const { client } = clientThat(() => Promise.reject(refused));
    expect(await uploadFile({ client, chosen: pdf, rules: UPLOAD_RULES })).toEqual({
      message: "File is empty. Try another.",
    });
  });

  test("[FILE-03] every other failure goes to the generic handler", async () => {
    for (const problem of [new Problem("unexpected"), new Problem("unavailable"), new Problem("chooseCompany")]) {
      const { client } = clientThat(() => Promise.reject(problem));
      await expect(uploadFile({ client, chosen: pdf, rules: UPLOAD_RULES })).rejects.toBe(problem);
    }
    const defect = new TypeError("a defect");
    expect(() => uploadMessage(defect)).toThrow(defect);
  });

  test("[VAL-23] [VAL-25] [VAL-26] errors are shown before anything is sent", async () => {
    const { client, calls } = clientThat(() => Promise.resolve(undefined));
    const messages: unknown[] = [];
    for (const chosen of [
      new File([], "a.pdf"),
      new File([new Uint8Array(10_000_001)], "a.pdf"),
      new File(["hello"], "a.txt"),
    ])
      messages.push(await uploadFile({ client, chosen, rules: { ...UPLOAD_RULES, extensions: ["pdf", "csv"] } }));
    expect(messages).toEqual([
      { message: "File is empty." },
      { message: "File exceeds limit of 9.5 MB." },
      { message: "Invalid file type. Only pdf, csv files allowed." },
    ]);
    expect(calls).toEqual([]);
  });

  test("[ERR-14] a file that is not a picture is reported at its field", async () => {
    const { client } = clientThat(() => Promise.resolve(undefined));
    const chosen = new File(["no picture"], "a.png");
    expect(await uploadFile({ client, chosen, rules: UPLOAD_RULES })).toEqual({
      message: "Error processing image file: Invalid image",
    });
  });
});
