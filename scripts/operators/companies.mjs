// A company with a year of data is moved to another installation and back, and is deleted: its tests, at full size.
import { demand } from "./stage.mjs";
import { join } from "node:path";

const TESTS = ["company-archive", "refused-archives"].map(
  (name) => `apps/server/src/features/company-archive/${name}.db.test.ts`,
);

export async function moveCompany(stage, { root, leads }) {
  const from = performance.now();
  const args = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--root", root, "--project", "database", ...TESTS];
  const environment = { ...process.env, COMPANY_LEADS: String(leads) };
  const { code, output } = await stage.start(args, environment).ended;
  demand(code === 0, output);
  const minutes = ((performance.now() - from) / 60_000).toFixed(1);
  return `a company of ${leads} leads moved twice and deleted in ${minutes} minutes`;
}
