import { sql } from "drizzle-orm";
import type { CompanyScope } from "./company-scope.ts";

/** Whether the scope's company is active. Jobs must check it, since they have no session: nothing is sent for an inactive company. */
export async function isCompanyActive({ db }: CompanyScope): Promise<boolean> {
  const { rows } = await db.execute<{ active: boolean }>(sql`select is_company_active() as active`);
  return rows[0]?.active === true;
}
