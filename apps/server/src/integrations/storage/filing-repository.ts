import type { FilingFailure, FilingState } from "@ridgebook/contract";
import { filingFailure } from "@ridgebook/contract";
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { documentFiling } from "#database/schema/storage-tables.ts";

type FilingRow = typeof documentFiling.$inferSelect;

const isOne = ({ companyId }: CompanyScope, documentId: number) =>
  and(eq(documentFiling.companyId, companyId), eq(documentFiling.documentId, documentId));

/** Uploads of papers to the storage. `paper-outbox.ts` adds them. */
export const filingRepository = {
  find: async (scope: CompanyScope, documentId: number): Promise<FilingRow | undefined> =>
    (await scope.db.select().from(documentFiling).where(isOne(scope, documentId)))[0],

  /** Records the start of an upload, with the file's id if known, so that the file can be found if the end is never recorded. */
  async noteBegun(
    scope: CompanyScope,
    documentId: number,
    begun: Pick<FilingRow, "storedAt" | "fileId">,
  ): Promise<void> {
    await scope.db
      .update(documentFiling)
      .set({ ...begun, fileUrl: "", pdfHash: "" })
      .where(isOne(scope, documentId));
  },

  /** Whether this file is a paper's. */
  async isOfPaper(scope: CompanyScope, { storedAt, fileId }: Pick<FilingRow, "storedAt" | "fileId">): Promise<boolean> {
    const [row] = await scope.db
      .select({ documentId: documentFiling.documentId })
      .from(documentFiling)
      .where(
        and(
          eq(documentFiling.companyId, scope.companyId),
          eq(documentFiling.storedAt, storedAt),
          eq(documentFiling.fileId, fileId),
        ),
      )
      .limit(1);
    return row !== undefined;
  },

  /** Records that the storage has this PDF of the paper. A newer PDF keeps waiting. */
  async noteFiled(
    scope: CompanyScope,
    documentId: number,
    filed: Pick<FilingRow, "storedAt" | "fileId" | "fileUrl" | "pdfHash"> & { filedTime: Date; isNewest: boolean },
  ): Promise<void> {
    const { isNewest, ...values } = filed;
    await scope.db
      .update(documentFiling)
      .set({ ...values, lastFailure: null, ...(isNewest && { waitingSince: null }) })
      .where(isOne(scope, documentId));
  },

  async noteFailure(scope: CompanyScope, documentId: number, failure: FilingFailure): Promise<void> {
    await scope.db
      .update(documentFiling)
      .set({ lastFailure: failure })
      .where(and(isOne(scope, documentId), isNotNull(documentFiling.waitingSince)));
  },

  /** Cancels waiting uploads of one document or all. What is stored stays recorded. */
  async stopWaiting(scope: CompanyScope, documentId?: number): Promise<void> {
    await scope.db
      .update(documentFiling)
      .set({ waitingSince: null, lastFailure: null })
      .where(
        documentId === undefined
          ? and(eq(documentFiling.companyId, scope.companyId), isNotNull(documentFiling.waitingSince))
          : isOne(scope, documentId),
      );
  },

  async readState(scope: CompanyScope, storedAt: string): Promise<FilingState> {
    const ofCompany = eq(documentFiling.companyId, scope.companyId);
    const [counted] = await scope.db
      .select({
        filedCount:
          sql`count(*) filter (where ${documentFiling.storedAt} = ${storedAt} and ${documentFiling.pdfHash} <> '')`.mapWith(
            Number,
          ),
        waitingCount: sql`count(${documentFiling.waitingSince})`.mapWith(Number),
        waitingSince: sql<Date | null>`min(${documentFiling.waitingSince})`.mapWith(documentFiling.waitingSince),
      })
      .from(documentFiling)
      .where(ofCompany);
    const [failed] = await scope.db
      .select({ lastFailure: documentFiling.lastFailure })
      .from(documentFiling)
      .where(and(ofCompany, isNotNull(documentFiling.waitingSince), isNotNull(documentFiling.lastFailure)))
      .orderBy(desc(documentFiling.documentId))
      .limit(1);
    const failure = filingFailure.safeParse(failed?.lastFailure);
    return {
      filedCount: counted?.filedCount ?? 0,
      waitingCount: counted?.waitingCount ?? 0,
      waitingSince: counted?.waitingSince ? counted.waitingSince.toISOString() : null,
      lastFailure: failure.success ? failure.data : null,
    };
  },
};
