import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A PDF read by unrelated programs: qpdf for its structure, pdftotext for its words. */
interface OtherReading {
  /** "" if qpdf finds no faults. */
  readonly complaints: string;
  readonly text: string;
}

/** Throws an Error if a program is missing. */
export function readElsewhere(bytes: Uint8Array): OtherReading {
  const folder = mkdtempSync(path.join(tmpdir(), "ridgebook-papers-"));
  try {
    const file = path.join(folder, "paper.pdf");
    writeFileSync(file, bytes);
    const text = execFileSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" });
    return { complaints: check(file), text };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** qpdf ends with 0 only for a file without errors and warnings. */
function check(file: string): string {
  try {
    execFileSync("qpdf", ["--check", file], { encoding: "utf8", stdio: "pipe" });
    return "";
  } catch (error) {
    const { stdout, stderr, code } = error as { stdout?: string; stderr?: string; code?: string };
    if (code === "ENOENT") throw error;
    return `${stdout ?? ""}${stderr ?? ""}`;
  }
}
