import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import type { StoredDocument } from "@ridgebook/contract";
import type { DocumentModel } from "@ridgebook/documents";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { isWholePdf } from "#features/documents/is-whole-pdf.ts";
import { buildDocument, buildModel, buildPdf, documentForm, drawPdf, drawSignature } from "#testing/build-document.ts";
import { readPdf } from "#testing/read-pdf.ts";
import { buildServer } from "#testing/server-process.ts";
import { startTestApplication } from "#testing/test-application.ts";
import type { PrintOrder } from "./print-document.ts";
import { createThreadPrinter } from "./printer.ts";

/* Papers drawn in threads, by the server as it is built: a thread begins with a file, and what vitest runs is none. */

let folder: string;
let dist: string;
let program: URL;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-printer-"));
  dist = path.dirname(await buildServer());
  program = pathToFileURL(path.join(dist, "jobs/pdf/print-thread.js"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A purchase order of 150 lines: six pages or so. */
function longModel(): DocumentModel {
  const { sections, ...model } = buildModel({ kind: "purchaseOrder", title: "Purchase order" });
  const rows = Array.from({ length: 150 }, (_, index) => ({
    cells: [`Drip edge ${String(index + 1)}`, "Brown", "12 PC", "204.20"],
    indent: 0 as const,
  }));
  const columns = ["Item", "Color", "Quantity", "Cost"].map((label, index) => ({
    label,
    align: index < 2 ? ("left" as const) : ("right" as const),
    grow: index === 0 ? 3 : 1,
    tone: "plain" as const,
  }));
  const [first] = sections;
  if (!first) throw new Error("A model has no section.");
  return { ...model, sections: [{ ...first, blocks: [{ kind: "table", columns, rows, totals: [], note: "" }] }] };
}

const order = (model: DocumentModel): PrintOrder => ({
  kind: "document",
  input: { model, files: new Map(), signatures: [], fingerprint: null },
});

describe("a printer with threads", () => {
  test("draws papers and certificates that can be read, and the server answers meanwhile", async () => {
    const printer = createThreadPrinter({ program });
    const delay = monitorEventLoopDelay({ resolution: 5 });
    try {
      // The typefaces are read with the first.
      await printer.print(order(longModel()));
      delay.enable();
      const utilizedBefore = performance.eventLoopUtilization();
      const began = performance.now();
      const drawn = await Promise.all(Array.from({ length: 20 }, () => printer.print(order(longModel()))));
      const seconds = (performance.now() - began) / 1_000;
      const busyMs = performance.eventLoopUtilization(utilizedBefore).active;
      delay.disable();
      const ms = (nanoseconds: number): number => Math.round(nanoseconds / 1e5) / 10;
      const figures = {
        papers: drawn.length,
        seconds: Math.round(seconds * 10) / 10,
        medianMs: ms(delay.percentile(50)),
        p99Ms: ms(delay.percentile(99)),
        maxMs: ms(delay.max),
        busyMs: Math.round(busyMs),
      };
      console.info("event loop while 20 papers are drawn", figures);
      const pages = await readPdf(drawn[19] ?? new Uint8Array());
      expect(pages.length).toBeGreaterThan(3);
      expect(pages.join(" ")).toContain("Drip edge 150");
      expect(drawn.every((bytes) => isWholePdf(bytes))).toBe(true);
      // If they were drawn here, this thread would be busy all the time. The delay of the loop is reported, not asserted: on a busy machine it also
      // waits for its turn.
      expect(busyMs).toBeLessThan((seconds * 1_000) / 4);

      const certificate = await printer.print({
        kind: "certificate",
        input: {
          model: buildModel({ kind: "contract" }),
          documentId: 7,
          fileHash: "a".repeat(64),
          fingerprint: "b".repeat(64),
          events: [{ what: "Signed", who: "Ann Whitfield", when: "May 14, 2026", details: ["Entry 1"] }],
        },
      });
      expect((await readPdf(certificate)).join(" ")).toMatch(/Certificate.*Ann Whitfield/i);
    } finally {
      await printer.close();
    }
  });

  test("tells why one paper cannot be drawn, and draws the next", async () => {
    const printer = createThreadPrinter({ program, threads: 1 });
    try {
      const withLogo = buildModel({ kind: "contract", attachmentFileIds: ["f".repeat(64)] });
      const [broken, whole] = await Promise.allSettled([
        printer.print(order(withLogo)),
        printer.print(order(longModel())),
      ]);
      expect(broken).toMatchObject({
        status: "rejected",
        reason: { name: "PrintFailure", message: expect.stringContaining("is missing") as string },
      });
      expect(whole.status).toBe("fulfilled");
    } finally {
      await printer.close();
    }
  });

  test("replaces a thread that runs away or ends, and loses only the paper that it drew", async () => {
    const runaway = path.join(folder, "runaway.mjs");
    await writeFile(
      runaway,
      `import { parentPort } from "node:worker_threads";
       parentPort.on("message", ({ id, order }) => {
         if (order.kind === "document") parentPort.postMessage({ id, bytes: new Uint8Array([id]) });
         else if (order.kind === "ends") process.exit(1);
         else for (;;);
       });`,
    );
    const printer = createThreadPrinter({ program: pathToFileURL(runaway), threads: 1, maxSeconds: 1 });
    const fine = order(buildModel({ kind: "contract" }));
    const broken = (kind: string): PrintOrder => ({ ...fine, kind }) as unknown as PrintOrder;
    try {
      const results = await Promise.allSettled(
        [broken("runs away"), fine, broken("ends"), fine].map((each) => printer.print(each)),
      );
      expect(results.map((result) => (result.status === "rejected" ? String(result.reason) : "drawn"))).toEqual([
        "PrintFailure: The paper was not drawn within 1 seconds.",
        "drawn",
        "PrintFailure: The thread that drew the paper ended.",
        "drawn",
      ]);
    } finally {
      await printer.close();
    }
    await expect(printer.print(fine)).rejects.toThrow("The server stops.");
  });
});

test("a document is drawn by the job, in a thread, and `verify-document` knows a signed one", async () => {
  const printer = createThreadPrinter({ program });
  const server = await startTestApplication(inject("postgresUrl"), { printer });
  try {
    const ann = await server.signInNew({ companyId: await server.createCompany({ name: "North Gable" }) });
    const lead = await ann.call("createLead", { body: { lastName: "Whitfield" } });
    const estimate = await ann.callRaw("createEstimate", { body: { leadId: lead.body.id, name: "House" } });
    const { id: estimateId } = estimate.body as { id: number };
    const draft = await ann.callRaw("createDocument", { body: await buildDocument({ estimateId, kind: "contract" }) });
    await server.runJobs();
    const made = await ann.call("getDocument", { params: { id: String((draft.body as StoredDocument).id) } });
    expect(made.body).toMatchObject({ pdfStatus: 1, pdfFailure: "" });
    const paper = await server.app.inject({ url: made.body.pdfUrl ?? "", headers: ann.headers });
    expect((await readPdf(paper.rawPayload)).join(" ")).toContain("A new roof.");

    const input = await buildDocument({
      estimateId,
      kind: "contract",
      signatures: { customer: await drawSignature() },
    });
    const pdf = await drawPdf(input);
    const signed = await documentForm(input, { pdf: new File([Uint8Array.from(pdf)], "contract.pdf") });
    await server.app.inject({
      method: "POST",
      url: "/api/documents/",
      payload: signed.payload,
      headers: { ...signed.headers, ...ann.headers },
    });
    await writeFile(path.join(folder, "signed.pdf"), pdf);
    await writeFile(path.join(folder, "other.pdf"), buildPdf("other"));

    const verify = (...args: string[]): Promise<{ code: number | null; output: string }> =>
      new Promise((resolve) => {
        const { appUrl, platformUrl, ownerUrl } = server.testDatabase;
        const child = spawn(process.execPath, [path.join(dist, "commands/verify-document.js"), ...args], {
          cwd: folder,
          env: {
            PATH: process.env["PATH"],
            DATABASE_URL: appUrl,
            DATABASE_PLATFORM_URL: platformUrl,
            DATABASE_OWNER_URL: ownerUrl,
            DATA_DIR: folder,
          },
        });
        let output = "";
        for (const stream of [child.stdout, child.stderr])
          stream.on("data", (chunk: Buffer) => {
            output += chunk.toString();
          });
        child.once("exit", (code) => {
          resolve({ code, output });
        });
      });
    const known = await verify("signed.pdf");
    expect(known.output).toMatch(
      /North Gable \(company \d+\): SIGNED\nThis file is, byte for byte, contract 2026-0514-K7QD/,
    );
    expect(known.code).toBe(0);
    const other = await verify("other.pdf", "--company", "1");
    expect(other).toMatchObject({ code: 1, output: expect.stringContaining("NOT SIGNED") as string });
    expect((await verify("missing.pdf")).output).toBe("missing.pdf cannot be read.\n");
    expect((await verify()).output).toContain("Usage: npm run verify-document -- FILE.pdf");
  } finally {
    await server.close();
  }
});
