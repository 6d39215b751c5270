import type { AccountId } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import type { PlatformScope } from "./company-scope.ts";

/** Deletes an account without a company or platform rights: it has nothing to sign in to. */
export async function removeAccountIfNowhere({ db }: PlatformScope, id: AccountId): Promise<void> {
  await db.execute(sql`
    delete from account a
    where a.id = ${id} and not a.is_super_admin and not a.is_master_admin
      and not exists (select from membership m where m.account_id = a.id)`);
}
