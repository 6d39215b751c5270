import path from "node:path";
import { ENVIRONMENTS, ZOHO_MARKETS, type Environment } from "@ridgebook/contract";
import { z } from "zod";
import type { DatabaseUrls } from "#database/database.ts";
import { DEFAULT_MAIL_LIMITS, type MailLimits } from "#database/mail-allowance.ts";
import { readAllowedTarget, type AllowedTarget } from "#egress/allowed-targets.ts";
import { BYTES_IN_GB } from "#features/files/file-quota.ts";
import type { FileStoreSettings } from "#features/files/file-store.ts";
import { googleAddressesAt, type GoogleSiteSettings } from "#integrations/google-drive/google-provider.ts";
import type { HoverSiteSettings } from "#integrations/hover/hover-site.ts";
import { microsoftAddressesAt, type MicrosoftSiteSettings } from "#integrations/one-drive/microsoft-provider.ts";
import type { StorageClient } from "#integrations/storage/oauth-site.ts";
import { parseZohoSecrets, ZOHO_DATA_CENTERS, type ZohoSiteSettings } from "#integrations/zoho/zoho-site.ts";
import { readDsn, readPageViewsUrl, type ErrorReceiver } from "#telemetry/receivers.ts";
import { readTrustedProxies, type TrustedProxies } from "#http/trusted-proxies.ts";
import { parseSecretKeys } from "#secrets/read-secret-keys.ts";

/** The server's configuration, read once at start. */
export interface ServerSettings {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** The port for /healthz, /readyz and /metrics of a process that only works on jobs; undefined for none. */
  readonly healthPort: number | undefined;
  readonly dataFolder: string;
  /** Undefined: the embedded PostgreSQL, with its data in the data folder. */
  readonly database: (DatabaseUrls & { readonly ownerUrl: string; readonly directUrl: string }) | undefined;
  /** Uploaded files: a local folder, or S3 for servers on several machines. */
  readonly fileStore: FileStoreSettings;
  /** Limit of a company's stored files in bytes. Papers don't count: a signed paper is always accepted. */
  readonly fileQuotaBytes: number;
  /** The app's public address; undefined until the port is known. */
  readonly publicUrl: string | undefined;
  /** Undefined: mails go into the outbox folder. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Private addresses that companies may connect to, such as a mail server in the operator's network. */
  readonly egressAllowed: readonly AllowedTarget[];
  readonly mailLimits: MailLimits;
  /** Undefined: Hover is not offered. */
  readonly hover: HoverSiteSettings | undefined;
  /** Undefined: Google Drive, or OneDrive, is not offered. */
  readonly google: StorageClient | GoogleSiteSettings | undefined;
  readonly microsoft: StorageClient | MicrosoftSiteSettings | undefined;
  /** Undefined: CompanyCam is not offered. */
  readonly companycam: StorageClient | undefined;
  /** Undefined: Google's own picker is not offered. */
  readonly googlePicker: { readonly developerKey: string; readonly appId: string } | undefined;
  /** Undefined: Zoho CRM is not offered. */
  readonly zoho: ZohoSiteSettings | undefined;
  /** Keys for secrets in the database: the first encrypts, all decrypt. Undefined: those of the key file in the data folder. */
  readonly secretKeys: readonly [Buffer, ...Buffer[]] | undefined;
  /** Whether an empty installation gets the demo company. */
  readonly isDemoAllowed: boolean;
  readonly isProduction: boolean;
  readonly environment: Environment;
  /** Undefined: browsers connect directly. */
  readonly trustedProxies: TrustedProxies | undefined;
  /** Limit of open connections per address; a proxy in front enforces its own. */
  readonly connectionsPerAddress: number;
  /** Undefined: no error reports are sent. */
  readonly errorReceiver: ErrorReceiver | undefined;
  /** Undefined: no page views are sent. */
  readonly pageViewsUrl: string | undefined;
  /** Warnings about settings that still work. */
  readonly warnings: readonly string[];
  /** Undefined outside production: only warnings are logged, besides the start message. */
  readonly logLevel: LogLevel | undefined;
}

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The settings are invalid; the message names every wrong or missing one. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

const oneOf = (values: readonly string[]): string => `must be one of ${values.join(", ")}`;
const onOrOff = z.enum(["on", "off"], oneOf(["on", "off"])).transform((value) => value === "on");

const PROXIES_MESSAGE =
  "must be off, the number of proxies in front (1 to 9), or their addresses or networks, such as 10.0.0.0/8, fd00::/8";
/** Old installations use `on`; most have one proxy. */
const FORMER_TRUST = "on";

const urlOf = (protocols: readonly string[]) =>
  z
    .string()
    .refine(
      (value) => protocols.some((protocol) => value.startsWith(`${protocol}://`)),
      `must be a URL that begins with ${protocols.map((protocol) => `${protocol}://`).join(" or ")}`,
    );

/** An external service's base address, without a trailing slash. */
const serviceUrl = urlOf(["http", "https"])
  .refine((value) => URL.canParse(value), "must be a URL")
  .transform((value) => value.replace(/\/+$/, ""));

const allowedTargets = z.string().transform((text, context) =>
  text.split(",").flatMap((entry) => {
    const target = readAllowedTarget(entry);
    if (!target)
      context.addIssue({
        code: "custom",
        message: `must list hosts or networks, and ${JSON.stringify(entry.trim())} is neither`,
      });
    return target ?? [];
  }),
);

/** The issue omits an invalid value, which may contain a key. */
const readBy = <Value>(read: (text: string) => Value | undefined, message: string) =>
  z.string().transform((text, context) => {
    const value = read(text);
    if (value === undefined) context.addIssue({ code: "custom", message });
    return value;
  });

const HTTP_ONLY_HERE = "or http:// on this machine";

const wholeNumber = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, "must be a whole number from 1 to 9999999")
  .transform(Number);

const DEFAULT_MAIL_FROM = "Ridgebook <no-reply@localhost>";

const QUOTA_FORM = "must be a number of gigabytes above 0, such as 50";

/** By what the names of their variables begin with. */
const PROVIDERS = [
  ["HOVER", "Hover"],
  ["GOOGLE", "Google"],
  ["MICROSOFT", "Microsoft"],
  ["COMPANYCAM", "CompanyCam"],
  ["ZOHO", "Zoho"],
] as const;

const environmentVariables = z
  .object({
    PORT: z
      .string()
      .regex(/^\d{1,5}$/, "must be a port from 0 to 65535")
      .transform(Number)
      .pipe(z.number().max(65_535, "must be a port from 0 to 65535"))
      .default(3000),
    HOST: z.string().default("127.0.0.1"),
    HEALTH_PORT: z
      .string()
      .regex(/^\d{1,5}$/, "must be a port from 1 to 65535")
      .transform(Number)
      .pipe(z.number().min(1, "must be a port from 1 to 65535").max(65_535, "must be a port from 1 to 65535"))
      .optional(),
    DATA_DIR: z.string().default("./data"),
    DATABASE_URL: urlOf(["postgres", "postgresql"]).optional(),
    DATABASE_PLATFORM_URL: urlOf(["postgres", "postgresql"]).optional(),
    DATABASE_OWNER_URL: urlOf(["postgres", "postgresql"]).optional(),
    DATABASE_DIRECT_URL: urlOf(["postgres", "postgresql"]).optional(),
    PUBLIC_URL: urlOf(["http", "https"])
      .refine((value) => URL.canParse(value), "must be a URL")
      .transform((value) => value.replace(/\/+$/, ""))
      .optional(),
    S3_BUCKET: z.string().optional(),
    S3_REGION: z.string().optional(),
    S3_ENDPOINT: urlOf(["http", "https"]).optional(),
    FILE_QUOTA_GB: z
      .string()
      .regex(/^\d{1,6}(\.\d{1,3})?$/, QUOTA_FORM)
      .transform(Number)
      .pipe(z.number().positive(QUOTA_FORM))
      .default(50),
    SMTP_URL: urlOf(["smtp", "smtps"]).optional(),
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]*\S+@\S+[^\r\n]*$/, "must be an e-mail address, with or without a name")
      .optional(),
    EGRESS_ALLOWED: allowedTargets.default([]),
    MAILS_PER_PERSON_AND_HOUR: wholeNumber.default(DEFAULT_MAIL_LIMITS.perPerson),
    MAILS_PER_COMPANY_AND_HOUR: wholeNumber.default(DEFAULT_MAIL_LIMITS.perCompany),
    HOVER_CLIENT_ID: z.string().optional(),
    HOVER_CLIENT_SECRET: z.string().optional(),
    HOVER_URL: serviceUrl.default("https://hover.to"),
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: z.string().optional(),
    GOOGLE_URL: serviceUrl.optional(),
    GOOGLE_PICKER_KEY: z.string().optional(),
    GOOGLE_APP_ID: z.string().optional(),
    MICROSOFT_CLIENT_ID: z.string().optional(),
    MICROSOFT_CLIENT_SECRET: z.string().optional(),
    MICROSOFT_URL: serviceUrl.optional(),
    COMPANYCAM_CLIENT_ID: z.string().optional(),
    COMPANYCAM_CLIENT_SECRET: z.string().optional(),
    ZOHO_CLIENT_ID: z.string().optional(),
    ZOHO_CLIENT_SECRET: z.string().optional(),
    ZOHO_CLIENT_SECRETS: readBy(
      parseZohoSecrets,
      `must list secrets by data center, as eu=secret,in=secret; those are ${Object.keys(ZOHO_MARKETS).join(", ")}`,
    ).optional(),
    ZOHO_URL: serviceUrl.optional(),
    SECRETS_KEY: readBy(
      parseSecretKeys,
      "must be a key of 32 bytes as base64 or hex, or several with commas",
    ).optional(),
    DEMO: onOrOff.default(true),
    NODE_ENV: z.string().optional(),
    RIDGEBOOK_ENVIRONMENT: z.enum(ENVIRONMENTS, oneOf(ENVIRONMENTS)).optional(),
    TRUST_PROXY: z
      .string()
      .transform((value) => (value === FORMER_TRUST ? "1" : value))
      .refine((value) => value === "off" || readTrustedProxies(value) !== undefined, PROXIES_MESSAGE)
      .transform((value) => readTrustedProxies(value))
      .optional(),
    CONNECTIONS_PER_ADDRESS: z
      .string()
      .regex(/^[1-9]\d{0,5}$/, "must be a whole number from 1 to 999999")
      .transform(Number)
      .default(200),
    LOG_LEVEL: z.enum(LOG_LEVELS, oneOf(LOG_LEVELS)).optional(),
    ERROR_REPORTS_DSN: readBy(
      readDsn,
      `must be a DSN such as https://KEY@errors.example.com/1, ${HTTP_ONLY_HERE}`,
    ).optional(),
    PAGE_VIEWS_URL: readBy(
      readPageViewsUrl,
      `must be a URL that begins with https://, ${HTTP_ONLY_HERE}, without a login in it`,
    ).optional(),
  })
  .superRefine((given, context) => {
    const demand = (name: keyof typeof given, because: string): void => {
      if (given[name] === undefined)
        context.addIssue({ code: "custom", path: [name], message: `is missing: ${because}` });
    };
    if (given.DATABASE_URL !== undefined) demand("DATABASE_OWNER_URL", "with DATABASE_URL, migrations need it");
    if (given.DATABASE_URL !== undefined)
      demand("DATABASE_PLATFORM_URL", "accounts use separate connections; `npm run database:setup` prints it");
    if (given.DATABASE_OWNER_URL !== undefined) demand("DATABASE_URL", "requests do not run as the owner");
    if (given.DATABASE_PLATFORM_URL !== undefined)
      demand("DATABASE_URL", "companies' requests do not run as the platform");
    if (given.DATABASE_DIRECT_URL !== undefined) demand("DATABASE_URL", "it names the same role and database");
    if (given.S3_BUCKET !== undefined) demand("S3_REGION", "a bucket lies in a region");
    if (given.S3_REGION !== undefined || given.S3_ENDPOINT !== undefined)
      demand("S3_BUCKET", "without it, files go into the data folder");
    for (const [prefix, name] of PROVIDERS) {
      const [id, secret] = [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`] as const;
      if (given[id] !== undefined) demand(secret, `${name} gives it with the client id`);
      if (given[secret] !== undefined) demand(id, `${name} gives it with the secret`);
    }
    if (given.GOOGLE_PICKER_KEY !== undefined) demand("GOOGLE_APP_ID", "the picker takes both");
    if (given.GOOGLE_APP_ID !== undefined) demand("GOOGLE_PICKER_KEY", "the picker takes both");
    if (given.ZOHO_CLIENT_SECRETS !== undefined) demand("ZOHO_CLIENT_ID", "the secrets are of one application");
    if (given.SMTP_URL !== undefined) demand("MAIL_FROM", "mail needs a sender");
  });

/** The names of all variables, which docs/operating.md lists. */
export const VARIABLES = Object.keys(environmentVariables.shape);

const clientOf = (clientId: string | undefined, clientSecret: string | undefined): StorageClient | undefined =>
  clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret } : undefined;

/** A client of a service at another address than the provider's. */
const at = (
  client: StorageClient | undefined,
  url: string | undefined,
  addressesAt: (url: string) => Partial<GoogleSiteSettings & MicrosoftSiteSettings>,
) => client && { ...client, ...(url !== undefined && addressesAt(url)) };

/** Reads the settings from the environment; empty variables count as not set. Throws SettingsError. */
export function readServerSettings(environment: Readonly<Record<string, string | undefined>>): ServerSettings {
  const result = environmentVariables.safeParse(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== "")),
  );
  if (!result.success) {
    const lines = result.error.issues.map(({ path: [name], message }) => `  ${String(name)} ${message}.`);
    throw new SettingsError(["The server cannot start with these settings:", ...lines].join("\n"));
  }
  const given = result.data;
  const isProduction = given.NODE_ENV === "production";
  const hover = clientOf(given.HOVER_CLIENT_ID, given.HOVER_CLIENT_SECRET);
  const zoho = clientOf(given.ZOHO_CLIENT_ID, given.ZOHO_CLIENT_SECRET);
  const shownAs = given.RIDGEBOOK_ENVIRONMENT ?? (isProduction ? "production" : "development");
  return {
    port: given.PORT,
    host: given.HOST,
    healthPort: given.HEALTH_PORT,
    dataFolder: path.resolve(given.DATA_DIR),
    database:
      given.DATABASE_URL !== undefined &&
      given.DATABASE_PLATFORM_URL !== undefined &&
      given.DATABASE_OWNER_URL !== undefined
        ? {
            appUrl: given.DATABASE_URL,
            platformUrl: given.DATABASE_PLATFORM_URL,
            ownerUrl: given.DATABASE_OWNER_URL,
            directUrl: given.DATABASE_DIRECT_URL ?? given.DATABASE_URL,
          }
        : undefined,
    fileStore:
      given.S3_BUCKET !== undefined && given.S3_REGION !== undefined
        ? { kind: "s3", bucket: given.S3_BUCKET, region: given.S3_REGION, endpoint: given.S3_ENDPOINT }
        : { kind: "folder", folder: path.join(path.resolve(given.DATA_DIR), "files") },
    fileQuotaBytes: Math.floor(given.FILE_QUOTA_GB * BYTES_IN_GB),
    publicUrl: given.PUBLIC_URL,
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM ?? DEFAULT_MAIL_FROM,
    egressAllowed: given.EGRESS_ALLOWED,
    mailLimits: { perPerson: given.MAILS_PER_PERSON_AND_HOUR, perCompany: given.MAILS_PER_COMPANY_AND_HOUR },
    hover: hover && { ...hover, baseUrl: given.HOVER_URL },
    google: at(clientOf(given.GOOGLE_CLIENT_ID, given.GOOGLE_CLIENT_SECRET), given.GOOGLE_URL, googleAddressesAt),
    microsoft: at(
      clientOf(given.MICROSOFT_CLIENT_ID, given.MICROSOFT_CLIENT_SECRET),
      given.MICROSOFT_URL,
      microsoftAddressesAt,
    ),
    companycam: clientOf(given.COMPANYCAM_CLIENT_ID, given.COMPANYCAM_CLIENT_SECRET),
    googlePicker:
      given.GOOGLE_PICKER_KEY !== undefined && given.GOOGLE_APP_ID !== undefined
        ? { developerKey: given.GOOGLE_PICKER_KEY, appId: given.GOOGLE_APP_ID }
        : undefined,
    zoho: zoho && {
      ...zoho,
      ...(given.ZOHO_CLIENT_SECRETS && { clientSecrets: given.ZOHO_CLIENT_SECRETS }),
      dataCenters:
        given.ZOHO_URL === undefined
          ? ZOHO_DATA_CENTERS
          : [{ location: "us", accountsServer: given.ZOHO_URL, apiDomain: given.ZOHO_URL }],
    },
    secretKeys: given.SECRETS_KEY,
    isDemoAllowed: given.DEMO && !isProduction,
    isProduction,
    environment: shownAs,
    trustedProxies: given.TRUST_PROXY,
    connectionsPerAddress: given.CONNECTIONS_PER_ADDRESS,
    errorReceiver: given.ERROR_REPORTS_DSN,
    pageViewsUrl: given.PAGE_VIEWS_URL,
    warnings: [
      ...(environment["TRUST_PROXY"] === FORMER_TRUST
        ? ["TRUST_PROXY=on means one proxy. Write the number of proxies in front of this server, or their networks."]
        : []),
      ...(shownAs !== "production" && (given.ERROR_REPORTS_DSN ?? given.PAGE_VIEWS_URL) !== undefined
        ? [`Nothing is sent to ERROR_REPORTS_DSN and PAGE_VIEWS_URL: this environment is ${shownAs}, not production.`]
        : []),
    ],
    logLevel: given.LOG_LEVEL ?? (isProduction ? "info" : undefined),
  };
}
