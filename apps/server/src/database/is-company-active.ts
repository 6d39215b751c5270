import { sql } from "drizzle-orm";
import type { CompanyScope } from "./company-scope.ts";

/** Whether the scope's company is active. Jobs ask it, as no session did before them: of a company that is not, nothing goes outside. */
export async function isCompanyActive({ db }: CompanyScope): Promise<boolean> {
  const { rows } = await db.execute<{ active: boolean }>(sql`select is_company_active() as active`);
  return rows[0]?.active === true;
}
