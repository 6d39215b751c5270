import { parseArgs } from "node:util";
import type { CompanyId } from "@ridgebook/contract";
import { addDemoLeads, NoCompanyError } from "#database/demo/add-demo-leads.ts";
import { runCommand, withDatabase } from "#run-command.ts";
import { readServerSettings } from "#server-settings.ts";

/*
 * `npm run demo:leads -- COUNT [--company ID]`: fills a company with made-up leads for load tests. Works with the server running or
 * stopped.
 */

const USAGE = "Usage: npm run demo:leads -- COUNT [--company ID]";
const REPORT_EVERY = 10_000;

/** Parses COUNT and --company; undefined if either is not a number. */
function readArguments(args: string[]): { leadCount: number; companyId: CompanyId | undefined } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { company: { type: "string" } },
      allowPositionals: true,
    });
    const [leadCount] = positionals;
    if (positionals.length !== 1 || leadCount === undefined) return undefined;
    if (![leadCount, values.company ?? "1"].every((text) => /^[1-9]\d{0,7}$/.test(text))) return undefined;
    return {
      leadCount: Number(leadCount),
      companyId: values.company === undefined ? undefined : (Number(values.company) as CompanyId),
    };
  } catch {
    return undefined;
  }
}

const run = (asked: { leadCount: number; companyId: CompanyId | undefined }): Promise<void> =>
  withDatabase(readServerSettings(process.env), (database) =>
    addDemoLeads({
      ...asked,
      database,
      now: () => new Date(),
      report: ({ added, company }) => {
        if (added === asked.leadCount || added % REPORT_EVERY === 0)
          console.log(`${company}: ${String(added)} of ${String(asked.leadCount)} leads`);
      },
    }),
  );

const asked = readArguments(process.argv.slice(2));
if (asked === undefined) {
  console.error(USAGE);
  process.exitCode = 1;
} else await runCommand(() => run(asked), { expected: [NoCompanyError] });
