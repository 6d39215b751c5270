import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { CompanyId } from "@ridgebook/contract";
import type { Database } from "#database/database.ts";
import { company, sealedCompany } from "#database/schema/platform-tables.ts";
import { verifyPdf } from "#features/documents/verify-pdf.ts";
import { runCommand, withDatabase } from "#run-command.ts";
import { readServerSettings } from "#server-settings.ts";

/*
 * `npm run verify-document -- FILE.pdf [--company ID]`: reports whether a PDF is, byte for byte, a signed document, who signed it and when,
 * and whether the evidence log is intact. Searches all companies by default. Exits with 1 if the file is not a signed document.
 */

const USAGE = "Usage: npm run verify-document -- FILE.pdf [--company ID]";

interface Asked {
  readonly file: string;
  readonly companyId: CompanyId | undefined;
}

/** Parses FILE and --company; undefined if they are invalid. */
function readArguments(args: string[]): Asked | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { company: { type: "string" } },
      allowPositionals: true,
    });
    const [file] = positionals;
    if (positionals.length !== 1 || file === undefined || !/^[1-9]\d{0,14}$/.test(values.company ?? "1"))
      return undefined;
    return { file, companyId: values.company === undefined ? undefined : (Number(values.company) as CompanyId) };
  } catch {
    return undefined;
  }
}

const listCompanies = (database: Database): Promise<{ id: number; name: string }[]> =>
  database.onPlatform(async ({ db }) => [
    ...(await db.select({ id: company.id, name: company.name }).from(company).orderBy(company.id)),
    // Evidence outlives its company.
    ...(await db
      .select({ id: sealedCompany.id, name: sealedCompany.name })
      .from(sealedCompany)
      .orderBy(sealedCompany.id)),
  ]);

/** Searches each company and prints the result; returns whether the file is a signed document. */
async function verify(database: Database, { bytes, companyId }: { bytes: Uint8Array; companyId: Asked["companyId"] }) {
  const fileHash = createHash("sha256").update(bytes).digest("hex");
  console.log(`SHA-256 of the file: ${fileHash}`);
  const companies = (await listCompanies(database)).filter(({ id }) => companyId === undefined || id === companyId);
  if (companies.length === 0) console.log("There is no such company.");
  let isSigned = false;
  for (const { id, name } of companies) {
    const known = await database.inCompany({ companyId: id as CompanyId }, (scope) => verifyPdf(scope, fileHash));
    isSigned ||= known.isSigned;
    console.log(`\n${name} (company ${String(id)}): ${known.isSigned ? "SIGNED" : "NOT SIGNED"}`);
    console.log(known.explanation);
  }
  return isSigned;
}

async function run({ file, companyId }: Asked): Promise<void> {
  const bytes = await readFile(file);
  const settings = readServerSettings(process.env);
  if (!(await withDatabase(settings, (database) => verify(database, { bytes, companyId })))) process.exitCode = 1;
}

const asked = readArguments(process.argv.slice(2));
if (asked === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else await runCommand(() => run(asked), { file: asked.file, failureCode: 2 });
