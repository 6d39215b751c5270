import path from "node:path";
import { type Environment, Problem, type Shapes } from "@ridgebook/contract";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { writeStarterSettings } from "#database/company-settings.ts";
import { userFeed } from "#database/company-users.ts";
import { connectDatabase, type Database, type DatabaseUrls } from "#database/database.ts";
import { createFullDisk } from "#database/full-disk.ts";
import { keepInstallationValue } from "#database/installation.ts";
import { DEFAULT_MAIL_LIMITS, type MailLimits } from "#database/mail-allowance.ts";
import { assertSafeRoles } from "#database/self-check.ts";
import type { AllowedTarget } from "#egress/allowed-targets.ts";
import { createEgress, type LookUp } from "#egress/egress.ts";
import { accountAnswers } from "#features/accounts/account-answers.ts";
import { codeRepository } from "#features/accounts/code-repository.ts";
import { readLoginCookie } from "#features/accounts/login-cookie.ts";
import { loginSessionRepository } from "#features/accounts/login-session-repository.ts";
import { FORMER_SECRET_SECONDS } from "#features/accounts/login-sessions.ts";
import { createPasswordQueue, type PasswordHashing } from "#features/accounts/password-queue.ts";
import { hashSecret } from "#features/accounts/secret.ts";
import { activityAnswers } from "#features/activity/activity-answers.ts";
import { twoStepRepository } from "#features/accounts/two-step-repository.ts";
import { apiAccessAnswers } from "#features/api-access/api-access-answers.ts";
import { credentialAnswers } from "#features/api-access/credential-answers.ts";
import { createTokenReader } from "#features/api-access/read-api-token.ts";
import { calendarAnswers } from "#features/calendar/calendar-answers.ts";
import { changeAnswers } from "#features/changes/change-answers.ts";
import { companyAnswers } from "#features/companies/company-answers.ts";
import { describeDevice } from "#features/accounts/describe-device.ts";
import { checkSigned, type CheckSigned } from "#features/documents/check-signed.ts";
import { documentAnswers } from "#features/documents/document-answers.ts";
import { documentFeed } from "#features/documents/document-feed.ts";
import { readStoredPdf, type PdfParts } from "#features/documents/document-pdf.ts";
import { findPaperToFile, listSignedToFile } from "#features/documents/papers-to-file.ts";
import { restoreEstimate } from "#features/estimates/restore-estimate.ts";
import { estimateAnswers } from "#features/estimates/estimate-answers.ts";
import { countOpenEstimates, listOpenEstimates } from "#features/estimates/open-estimates.ts";
import { estimateFeed } from "#features/estimates/estimate-feed.ts";
import { fileAnswers } from "#features/files/file-answers.ts";
import { addUpload, assertRoom } from "#features/files/file-quota.ts";
import { findFile } from "#features/files/file-repository.ts";
import { openFileStore, type FileStoreSettings } from "#features/files/file-store.ts";
import { isWholeImage } from "#features/files/is-whole-image.ts";
import { makeFileId } from "#features/files/make-file-id.ts";
import { toStorableFile } from "#features/files/storable-file.ts";
import { companyExportAnswers } from "#features/company-archive/export-answers.ts";
import { infoAnswers, type InstallationInfo } from "#features/info/info-answers.ts";
import { restoreLead } from "#features/leads/restore-lead.ts";
import { leadImportAnswers } from "#features/lead-import/lead-import-answers.ts";
import { leadAnswers } from "#features/leads/lead-answers.ts";
import {
  estimateTemplateAnswers,
  estimateTemplateFeed,
} from "#features/estimate-templates/estimate-template-answers.ts";
import { leadFeed } from "#features/leads/lead-feed.ts";
import { findLeadToFile, keepLeadFolders } from "#features/leads/lead-folders.ts";
import { cameraUrlOf } from "#features/leads/lead-repository.ts";
import { crmLeads } from "#features/leads/write-lead.ts";
import { leadPhotoAnswers } from "#features/leads/lead-photo-answers.ts";
import { movingInAnswers } from "#features/moving-in/moving-in-answers.ts";
import { createReleaseFields } from "#features/price-book/ensure-price-book.ts";
import { createIndexedPriceBooks } from "#features/price-book/indexed-price-books.ts";
import { priceBookAnswers } from "#features/price-book/price-book-answers.ts";
import { priceBookFeed } from "#features/price-book/price-book-feed.ts";
import { changeSettings } from "#features/settings/change-settings.ts";
import { settingsAnswers } from "#features/settings/settings-answers.ts";
import { mailPreviewAnswers } from "#features/settings/mail-preview-answers.ts";
import { testEmailAnswers } from "#features/settings/test-email-answers.ts";
import { settingsFeed } from "#features/settings/settings-feed.ts";
import { telemetryAnswers } from "#features/telemetry/telemetry-answers.ts";
import { usageReportAnswers } from "#features/usage-report/usage-report-answers.ts";
import { userAnswers } from "#features/users/user-answers.ts";
import { webhookAnswers } from "#features/webhooks/webhook-answers.ts";
import { workflowAnswers } from "#features/workflows/workflow-answers.ts";
import { sectionFeed, workflowFeed } from "#features/workflows/workflow-feed.ts";
import { ensureWorkflows } from "#features/workflows/workflow-repository.ts";
import { connectIntegrations, type IntegrationParts } from "#integrations/connect-integrations.ts";
import { enqueueZohoSync } from "#integrations/zoho/zoho-repository.ts";
import { createAccessTokens, type AccessTokens } from "#http/access-token.ts";
import { createHttpServer } from "#http/http-server.ts";
import { createMetrics, type Metrics } from "#http/metrics.ts";
import { FORMER_COOKIE_DAYS } from "#http/cookies.ts";
import type { Caller } from "#http/handlers.ts";
import type { BodyPatience } from "#http/request-body.ts";
import { createRouteAdapter } from "#http/route-adapter.ts";
import type { AccessClaims } from "#http/session.ts";
import { createSignedLinks } from "#http/signed-link.ts";
import type { TrustedProxies } from "#http/trusted-proxies.ts";
import { createMailer } from "#jobs/mail/mailer.ts";
import { previewMails } from "#jobs/mail/preview-mails.ts";
import { sendTestMail } from "#jobs/mail/test-mail.ts";
import { createCheckPdf } from "#jobs/pdf/check-pdf.ts";
import { createThreadPrinter, type Printer } from "#jobs/pdf/printer.ts";
import type { Tasks } from "#jobs/tasks.ts";
import { readInstallationSecret } from "#secrets/installation-secret.ts";
import { sealStoredSecrets } from "#secrets/seal-stored-secrets.ts";
import type { SecretBox } from "#secrets/secret-box.ts";
import { NO_TELEMETRY, type Telemetry } from "#telemetry/telemetry.ts";
import { createTasks } from "./application-tasks.ts";
import { createOutageLog } from "./outage-log.ts";
import { isLocalUrl } from "./start-message.ts";
import { pricesOfDocuments, workOfDocuments } from "./parts-of-documents.ts";

const DAY_MS = 86_400_000;

/** Connections per process: for requests, and for writes that must survive a failed request. */
const CONNECTIONS = { requests: 10, apart: 3 };

export interface ApplicationParts extends DatabaseUrls, IntegrationParts {
  readonly now: () => Date;
  readonly logger: Logger;
  /** The app's public address, without a trailing slash. */
  readonly publicUrl: string;
  /** The folder for mails while no mail server is configured. */
  readonly outboxFolder: string;
  /** Default: a folder next to the outbox. */
  readonly fileStore?: FileStoreSettings;
  /** The folder in which company exports are written before they are stored. Default: a folder of the outbox. */
  readonly exportsFolder?: string;
  /** Limit of a company's stored files. Default: unlimited. */
  readonly fileQuotaBytes?: number;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly secrets: SecretBox;
  /** Private addresses that companies may connect to. Default: none. */
  readonly egressAllowed?: readonly AllowedTarget[];
  /** DNS lookup and certificate authority for calls to hosts that companies chose; overridden in tests only. */
  readonly outside?: { readonly lookUp?: LookUp; readonly ca?: string };
  readonly mailLimits?: MailLimits;
  /** How long an admin waits for a test mail; shorter in tests. */
  readonly testMailWithinMs?: number;
  readonly environment: Environment;
  readonly isProduction: boolean;
  /** The demo company's logins, for the login page; null in a real installation. */
  readonly demo: NonNullable<InstallationInfo["demo"]> | null;
  /** The reverse proxies; undefined if browsers connect directly. */
  readonly trustedProxies?: TrustedProxies | undefined;
  /** Limit of open connections per address when there is no proxy. Default: unlimited. */
  readonly connectionsPerAddress?: number;
  /** The built web app; undefined serves the API alone. */
  readonly webFolder: string | undefined;
  /** Default: no error reports and page views are sent. */
  readonly telemetry?: Telemetry;
  /** Default: the figures of this application alone. */
  readonly metrics?: Metrics;
  /** Overridden in tests only. */
  readonly passwordHashing?: PasswordHashing;
  /** Size of the request pool; overridden in tests only. */
  readonly requestConnections?: number;
  /** Draws papers. Default: threads of this process. */
  readonly printer?: Printer;
  /** Compares signed papers with the server's records; overridden in tests only. */
  readonly checkSigned?: CheckSigned;
  /** Aborted when a shutdown stops waiting: mails, requests and exports are cut off. Default: never. */
  readonly cutOff?: AbortSignal;
  /** Throws while this process has fallen behind with its jobs. */
  readonly assertJobsRun?: () => void;
  /** The known releases of the wire shapes; overridden in tests and the simulation only. */
  readonly shapes?: Shapes;
  /** Time limits for slow senders; overridden in tests only. */
  readonly patience?: BodyPatience;
}

export interface Application {
  /** Ready, but not listening yet. */
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly accessTokens: AccessTokens;
  /** The handlers of the job queue's worker, in this process or a separate one. */
  readonly tasks: Tasks;
  /** Also for a process that does not listen with `app`. */
  readonly health: { readonly metrics: Metrics; readonly assertReady: () => Promise<void> };
  /** Finishes open requests, then closes the database. */
  close(): Promise<void>;
}

/** The time until which the session cookie is read under its old name, in epoch milliseconds. */
async function readFormerCookieEnd(database: Database, now: () => Date): Promise<number> {
  const since = await database.onPlatform((platform) =>
    keepInstallationValue(platform, { key: "host-cookies-since", value: now().toISOString() }),
  );
  return Date.parse(since) + FORMER_COOKIE_DAYS * DAY_MS;
}

/**
 * Reads the login session of a browser's cookie without renewing it: a page of pictures asks many times at once. Throws sessionExpired for
 * an invalid or ended session.
 */
async function readClaimsOfCookie({ database, caller, now }: { database: Database; caller: Caller; now: Date }) {
  const cookie = readLoginCookie(caller.refreshCookie);
  const session =
    cookie &&
    (await database.onPlatform((platform) => loginSessionRepository.findOpen(platform, { id: cookie.sessionId, now })));
  if (!cookie || !session) throw new Problem("sessionExpired");
  const presentedHash = hashSecret(cookie.secret);
  const secondsSince = (now.getTime() - session.rotatedTime.getTime()) / 1000;
  const isNewest = session.secretHash === presentedHash;
  const isFormer = session.formerSecretHash === presentedHash && secondsSince <= FORMER_SECRET_SECONDS;
  if (!isNewest && !isFormer) throw new Problem("sessionExpired");
  return { sessionId: session.id, accountId: session.accountId } satisfies AccessClaims;
}

/** Wires the whole server on a migrated database. Throws if the database role can see more than it should. */
export async function createApplication(parts: ApplicationParts): Promise<Application> {
  const { now, logger, isProduction } = parts;
  const { mailLimits = DEFAULT_MAIL_LIMITS, telemetry = NO_TELEMETRY } = parts;
  const { fileStore = { kind: "folder", folder: path.join(parts.outboxFolder, "..", "files") } } = parts;
  const { fileQuotaBytes: quotaBytes = Number.POSITIVE_INFINITY } = parts;
  let isClosing = false;
  const onBroken = (error: Error): void => {
    // The embedded database may shut down while the last connections are still closing.
    if (isClosing) return;
    logger.warn({ err: error }, "a database connection broke");
  };
  const fullDisk = createFullDisk();
  const outages = createOutageLog(logger);
  const database = connectDatabase(parts, {
    max: parts.requestConnections ?? CONNECTIONS.requests,
    onBroken,
    fullDisk,
  });
  // A separate pool: a request that holds a connection and waits for a second could deadlock with others of its kind.
  const apart = connectDatabase(parts, { max: CONNECTIONS.apart, onBroken, fullDisk });
  const printer = parts.printer ?? createThreadPrinter();
  const closeDatabase = async (): Promise<void> => {
    isClosing = true;
    await Promise.all([database.close(), apart.close(), printer.close()]);
  };

  try {
    await assertSafeRoles(parts);
    const readSecret = (key: string): Promise<Uint8Array> => readInstallationSecret(database, key, parts.secrets);
    const accessTokens = createAccessTokens({ secret: await readSecret("access-tokens"), now });
    const refreshKey = await readSecret("refresh-secrets");
    const signedLinks = createSignedLinks({ secret: await readSecret("signed-links"), now });
    await sealStoredSecrets(database, parts.secrets);
    const isSecure = parts.publicUrl.startsWith("https:");
    const formerCookieUntil = isSecure ? await readFormerCookieEnd(database, now) : 0;
    if (isProduction) await database.onPlatform((platform) => loginSessionRepository.endAllOfDemo(platform, now()));
    const store = await openFileStore(fileStore);
    const pdfParts: PdfParts = {
      files: {
        find: findFile,
        read: (key) => store.read(key),
        write: (key, bytes) => store.write(key, bytes),
      },
      printer,
      now,
    };

    const { lookUp } = parts.outside ?? {};
    const egress = createEgress({ allowed: parts.egressAllowed ?? [], ...(lookUp && { lookUp }) });
    const mailer = createMailer({
      database,
      smtpUrl: parts.smtpUrl,
      from: parts.mailFrom,
      outboxFolder: path.resolve(parts.outboxFolder),
      secrets: parts.secrets,
      egress,
      logger,
      cutOff: parts.cutOff,
    });
    const priceBooks = createIndexedPriceBooks({ now });
    const integrations = connectIntegrations({
      database,
      apart,
      egress,
      parts,
      keepSettings: changeSettings({ now }),
      papers: {
        findPaper: findPaperToFile,
        readPdf: (key) => readStoredPdf(key, pdfParts),
        listSigned: listSignedToFile,
        findLead: findLeadToFile,
        keepFolders: keepLeadFolders,
      },
      leads: crmLeads({ now }),
      cameraUrlOf,
    });
    const answers = {
      ...accountAnswers({
        apart,
        accessTokens,
        refreshKey,
        now,
        isProduction,
        passwords: createPasswordQueue(parts.passwordHashing),
        secrets: parts.secrets,
      }),
      ...userAnswers({
        endLoginSessions: (platform, accountId) => loginSessionRepository.endAll(platform, { accountId, now: now() }),
        useUpCodes: (platform, accountId) => codeRepository.useUpAll(platform, { accountId, now: now() }),
        useUpInvitationCodes: (platform, invited) =>
          codeRepository.useUpInvitation(platform, { ...invited, now: now() }),
        turnOffTwoStep: (platform, accountId) => twoStepRepository.turnOff(platform, accountId),
        mailLimits,
        now,
      }),
      ...usageReportAnswers({ now, mailLimits }),
      ...activityAnswers({ describeDevice }),
      ...companyAnswers({
        prepareCompany: ({ id, name }) =>
          database.inCompany({ companyId: id }, (scope) =>
            writeStarterSettings(scope, { companyName: name, modifiedTime: now() }),
          ),
        now,
      }),
      ...companyExportAnswers({ store, now }),
      ...leadAnswers({ now, afterCrmLeadChange: enqueueZohoSync }),
      ...calendarAnswers({ database, apart, now, publicUrl: parts.publicUrl }),
      ...leadImportAnswers({ now }),
      ...leadPhotoAnswers({
        files: {
          makeId: makeFileId,
          toStorable: toStorableFile,
          write: (key, bytes) => store.write(key, bytes),
          assertRoom: (scope, file) => assertRoom(scope, { ...file, quotaBytes }),
          add: (scope, file) => addUpload(scope, file, quotaBytes),
          find: findFile,
        },
        now,
      }),
      ...estimateAnswers({ now, priceBooks }),
      ...documentAnswers({
        ...pdfParts,
        mailLimits,
        isWholeImage,
        describeDevice,
        checkSigned: parts.checkSigned ?? checkSigned,
        prices: pricesOfDocuments(priceBooks),
        work: workOfDocuments,
        signLink: (claims) => signedLinks.sign(claims),
        suggestElsewhere: (companyId, externalId) => integrations.zoho.suggestPurchaseOrders(companyId, externalId),
        formerRecords: {
          restoreLead,
          restoreEstimate: (scope, former, content) => restoreEstimate(scope, former, { content, priceBooks }),
        },
      }),
      ...settingsAnswers({ now, secrets: parts.secrets }),
      ...testEmailAnswers({
        now,
        mailLimits,
        send: (mail) => sendTestMail(mailer, mail, { withinMs: parts.testMailWithinMs }),
      }),
      ...mailPreviewAnswers({
        preview: (sample) => previewMails({ ...sample, now: now(), publicUrl: parts.publicUrl }, { database, mailer }),
      }),
      ...movingInAnswers(),
      ...apiAccessAnswers({ now }),
      ...credentialAnswers({ now, secrets: parts.secrets }),
      ...webhookAnswers({ apart, egress, secrets: parts.secrets, now }),
      ...integrations.answers,
      ...fileAnswers({ store, checkPdf: createCheckPdf(printer), quotaBytes, now }),
      ...priceBookAnswers({
        now,
        openEstimates: { count: countOpenEstimates, list: listOpenEstimates },
        readConnectedSpreadsheet: integrations.readSpreadsheet,
      }),
      ...workflowAnswers(),
      ...estimateTemplateAnswers({ now }),
      ...changeAnswers({
        feeds: {
          leads: leadFeed,
          users: userFeed,
          settings: settingsFeed,
          "estimate-fields": priceBookFeed,
          "estimate-sections": sectionFeed,
          "estimate-workflows": workflowFeed,
          estimates: estimateFeed,
          "estimate-documents": documentFeed,
          "estimate-templates": estimateTemplateFeed,
        },
        prepare: {
          "estimate-fields": createReleaseFields({ now }),
          "estimate-sections": ensureWorkflows,
          "estimate-workflows": ensureWorkflows,
        },
        reportDefect: (error) => {
          logger.error({ err: error }, "defect");
        },
        noteOutage: outages.noteRefused,
      }),
      ...infoAnswers({
        environment: parts.environment,
        demo: parts.demo,
        hasMailServer: parts.smtpUrl !== undefined,
        hasLocalLinks: isLocalUrl(parts.publicUrl),
        telemetry: telemetry.sends,
      }),
      ...telemetryAnswers({ apart, telemetry }),
    };

    const health = {
      metrics: parts.metrics ?? createMetrics(),
      assertReady: async () => {
        try {
          // Uses its own pool: a busy company must not take the whole process out of service.
          await apart.assertReady();
          parts.assertJobsRun?.();
        } catch (error) {
          outages.noteNotReady(error);
          throw new Problem("unavailable");
        }
        outages.noteReady();
      },
    };
    const app = await createHttpServer({
      admit: createRouteAdapter({
        database,
        apart,
        handlers: answers,
        accessTokens,
        signedLinks,
        readApiToken: createTokenReader({ database: apart, now }),
        readLoginCookie: (caller) => readClaimsOfCookie({ database, caller, now: now() }),
        shapes: parts.shapes,
      }),
      logger,
      ...health,
      noteOutage: outages.noteRefused,
      webFolder: parts.webFolder,
      environment: parts.environment,
      demoPickers: integrations.demoPickers,
      isSecure,
      isFormerCookieRead: () => now().getTime() < formerCookieUntil,
      trustedProxies: parts.trustedProxies,
      connectionsPerAddress: parts.connectionsPerAddress,
      patience: parts.patience,
      cutOff: parts.cutOff,
    });

    return {
      app,
      database,
      accessTokens,
      health,
      tasks: createTasks({
        database,
        parts,
        pdfParts,
        store,
        mailer,
        egress,
        integrations,
        workFolder: parts.exportsFolder ?? path.join(parts.outboxFolder, "exports"),
      }),
      close: async () => {
        await app.close();
        await integrations.settled();
        await closeDatabase();
      },
    };
  } catch (error) {
    await closeDatabase();
    throw error;
  }
}
