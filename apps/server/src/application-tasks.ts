import type { CompanyId } from "@ridgebook/contract";
import { eq } from "drizzle-orm";
import { removeFiles } from "#database/backup/hold-files.ts";
import type { Database } from "#database/database.ts";
import { enqueueStripPictures } from "#database/job-queue.ts";
import { company } from "#database/schema/platform-tables.ts";
import type { Egress } from "#egress/egress.ts";
import { createPostJson } from "#egress/post-json.ts";
import { codeRepository } from "#features/accounts/code-repository.ts";
import { knownDevices } from "#features/accounts/known-devices.ts";
import { loginSessionRepository } from "#features/accounts/login-session-repository.ts";
import { noteRefusedInvitation, prepareInvitation } from "#features/accounts/invitations.ts";
import { prepareAccountMail } from "#features/accounts/prepare-account-mail.ts";
import { prepareTwoStepMail } from "#features/accounts/prepare-two-step-mail.ts";
import { prepareMembershipMail } from "#features/companies/prepare-membership-mail.ts";
import { sendDocumentMail } from "#features/documents/document-email.ts";
import { makeDocumentPdf, type PdfParts } from "#features/documents/document-pdf.ts";
import { listPicturesFromBefore } from "#features/files/file-repository.ts";
import type { FileStore } from "#features/files/file-store.ts";
import { stripStoredPictures } from "#features/files/strip-stored-pictures.ts";
import { deleteCompany } from "#features/company-archive/delete-company.ts";
import { prepareDeletionMail } from "#features/company-archive/prepare-deletion-mail.ts";
import { removeOldExports, runExport } from "#features/company-archive/run-export.ts";
import { removeOldImports } from "#features/lead-import/import-repository.ts";
import { runLeadImport } from "#features/lead-import/run-import.ts";
import { queueUsageReports } from "#features/usage-report/report-schedule.ts";
import { sendUsageReport } from "#features/usage-report/send-usage-report.ts";
import { sendDelivery } from "#features/webhooks/send-delivery.ts";
import { removeOldDeliveries } from "#features/webhooks/webhook-repository.ts";
import type { IntegrationParts, Integrations } from "#integrations/connect-integrations.ts";
import { createHousekeeping } from "#jobs/housekeeping.ts";
import {
  writeAccountMail,
  writeDeletionMail,
  writeInvitation,
  writeMembershipMail,
  writeTwoStepMail,
} from "#jobs/mail/account-mail.ts";
import { writeDocumentMail } from "#jobs/mail/document-mail.ts";
import { readMailCompany } from "#jobs/mail/mail-company.ts";
import { MailFailure } from "#jobs/mail/mail-failure.ts";
import type { Mailer } from "#jobs/mail/mailer.ts";
import { writeUsageReport } from "#jobs/mail/usage-report-mail.ts";
import type { Tasks } from "#jobs/tasks.ts";
import { sealCompanySecrets } from "#secrets/seal-stored-secrets.ts";

const DAY_MS = 86_400_000;
/** A delivery that takes longer fails and is retried later. */
const WEBHOOK_WITHIN_MS = 10_000;
/** Ended login sessions are kept for a while: the security log names them, and their browsers show why they ended. */
const ENDED_SESSIONS_KEPT_DAYS = 30;

/** Creates the handler of each kind of job. */
export function createTasks({
  database,
  parts,
  pdfParts,
  store,
  workFolder,
  mailer,
  egress,
  integrations,
}: {
  database: Database;
  parts: Pick<IntegrationParts, "now" | "logger" | "publicUrl" | "secrets" | "outside"> & {
    readonly cutOff?: AbortSignal;
  };
  pdfParts: PdfParts;
  store: FileStore;
  /** The folder in which company exports are written before they are stored. */
  workFolder: string;
  mailer: Mailer;
  egress: Egress;
  integrations: Integrations;
}): Tasks {
  const { now, logger, publicUrl } = parts;
  const companyOf = async (companyId: CompanyId) => {
    const { name, values } = await readMailCompany(database, companyId);
    return { companyName: name, messages: values };
  };
  /** Adds the company's name to what a mail template needs. */
  const named = async <Prepared extends { companyId: CompanyId }>(mail: Prepared) => ({
    ...mail,
    ...(await companyOf(mail.companyId)),
  });
  const maybeNamed = async <Prepared extends { companyId: CompanyId | null }>(mail: Prepared) => ({
    ...mail,
    ...(mail.companyId === null ? { companyName: null, messages: null } : await companyOf(mail.companyId)),
  });
  const post = createPostJson({ egress, withinMs: WEBHOOK_WITHIN_MS, ca: parts.outside?.ca });
  return {
    "send-account-mail": async (payload) => {
      const mail = await database.onPlatform((platform) => prepareAccountMail(platform, { payload, now: now() }));
      if (mail) await mailer.send(writeAccountMail(await maybeNamed(mail), { publicUrl }));
    },
    "send-invitation": async (payload) => {
      const mail = await database.onPlatform((platform) => prepareInvitation(platform, { payload, now: now() }));
      if (!mail) return;
      try {
        await mailer.send(writeInvitation(await named(mail), { publicUrl }));
      } catch (error) {
        // A retry would be rejected too. The admin corrects the address or sends the mail again.
        if (!(error instanceof MailFailure && error.kind === "recipient" && error.isPermanent)) throw error;
        await database.onPlatform((platform) =>
          noteRefusedInvitation(platform, { payload, email: mail.to.address, now: now() }),
        );
      }
    },
    "send-two-step-mail": async (payload) => {
      const mail = await database.onPlatform((platform) => prepareTwoStepMail(platform, payload));
      if (mail) await mailer.send(writeTwoStepMail(await maybeNamed(mail), { publicUrl }));
    },
    "send-membership-mail": async (payload) => {
      const mail = await database.onPlatform((platform) => prepareMembershipMail(platform, payload));
      if (mail) await mailer.send(writeMembershipMail(await named(mail), { publicUrl }));
    },
    "make-document-pdf": ({ companyId, documentId: id }) =>
      makeDocumentPdf({ companyId, id, transact: (work) => database.inCompany({ companyId }, work) }, pdfParts),
    "send-document-mail": ({ companyId, emailId }) =>
      sendDocumentMail(
        { companyId, emailId, transact: (work) => database.inCompany({ companyId }, work) },
        { ...pdfParts, send: async (mail) => mailer.send(writeDocumentMail(await named(mail))) },
      ),
    "file-document": integrations.filePaper,
    "strip-pictures": async ({ companyId }) => {
      const hasMore = await stripStoredPictures(
        { companyId, transact: (work) => database.inCompany({ companyId }, work) },
        {
          store,
          reportLeftAlone: (fileId) =>
            logger.warn({ companyId, fileId }, "the metadata of a picture could not be stripped"),
        },
      );
      if (hasMore) await database.inCompany({ companyId }, enqueueStripPictures);
    },
    "send-webhook": ({ companyId, deliveryId }) =>
      sendDelivery(
        { companyId, deliveryId, transact: (work) => database.inCompany({ companyId }, work) },
        { post, secrets: parts.secrets, now },
      ),
    "send-usage-report": ({ companyId, mailId }) =>
      sendUsageReport(
        { companyId, mailId, transact: (work) => database.inCompany({ companyId }, work) },
        {
          send: async (mail) => mailer.send(writeUsageReport(await named(mail))),
          reportLost: (error) => logger.warn({ err: error, companyId }, "a usage report could not be sent"),
        },
      ),
    "import-leads": ({ companyId, importId }) =>
      runLeadImport({ id: importId, transact: (work) => database.inCompany({ companyId }, work), now }, (error) =>
        logger.error({ err: error, companyId }, "an import of leads failed"),
      ),
    "export-company": ({ companyId, exportId }) =>
      runExport(
        { companyId, id: exportId },
        {
          database,
          store,
          workFolder,
          now,
          cutOff: parts.cutOff,
          reportFailure: (error) => logger.error({ err: error, companyId }, "the export of a company failed"),
        },
      ),
    "delete-company": (asked) => removeFiles(database, () => deleteCompany(asked, { database, store, now })),
    "send-deletion-mail": async (payload) => {
      const mail = await database.onPlatform((platform) => prepareDeletionMail(platform, payload));
      if (mail) await mailer.send(writeDeletionMail(mail, { publicUrl }));
    },
    "sync-zoho": ({ companyId, isCatchUp = false }) => integrations.zoho.sync.run(companyId, { isCatchUp }),
    "queue-zoho-syncs": async () => {
      const companies = await database.onPlatform(({ db }) =>
        db.select({ id: company.id }).from(company).where(eq(company.active, true)),
      );
      await integrations.zoho.sync.queueAll(companies.map(({ id }) => id as CompanyId));
    },
    "queue-usage-reports": () =>
      queueUsageReports({
        database,
        now: now(),
        reportFailure: (companyId, error) =>
          logger.error({ err: error, companyId }, "the usage report of a company could not be queued"),
      }),
    housekeeping: createHousekeeping({
      removeOldDeliveries,
      removeOldImports,
      removeOldExports: () => removeFiles(database, () => removeOldExports({ database, store, workFolder, now })),
      removeOldOfConnections: (scope, time) => integrations.removeOld(scope, time),
      database,
      now,
      hasPicturesToStrip: async (scope) => (await listPicturesFromBefore(scope, { limit: 1 })).length > 0,
      // A server of a previous release that was still running may have stored a secret unsealed.
      sealSecrets: (scope) => sealCompanySecrets(scope, parts.secrets),
      forgetOfAccounts: async (platform, time) => {
        await loginSessionRepository.removeOld(platform, new Date(time.getTime() - ENDED_SESSIONS_KEPT_DAYS * DAY_MS));
        await codeRepository.removeExpired(platform, time);
        await knownDevices.removeUnused(platform, time);
      },
    }),
  };
}
