import path from "node:path";
import { describe, expect, test } from "vitest";
import { readServerSettings, SettingsError } from "./server-settings.ts";

describe("server settings", () => {
  test("nothing set means a server for this machine, with its own database and a demo", () => {
    expect(readServerSettings({})).toEqual({
      port: 3000,
      healthPort: undefined,
      host: "127.0.0.1",
      dataFolder: path.resolve("data"),
      database: undefined,
      fileStore: { kind: "folder", folder: path.resolve("data/files") },
      fileQuotaBytes: 53_687_091_200,
      publicUrl: undefined,
      smtpUrl: undefined,
      mailFrom: "Ridgebook <no-reply@localhost>",
      egressAllowed: [],
      mailLimits: { perPerson: 60, perCompany: 600 },
      secretKeys: undefined,
      errorReceiver: undefined,
      pageViewsUrl: undefined,
      isDemoAllowed: true,
      isProduction: false,
      environment: "development",
      trustedProxies: undefined,
      connectionsPerAddress: 200,
      warnings: [],
      logLevel: undefined,
    });
  });

  test("everything set", () => {
    const settings = readServerSettings({
      PORT: "8080",
      HOST: "0.0.0.0",
      HEALTH_PORT: "9100",
      DATA_DIR: "/var/lib/ridgebook",
      DATABASE_URL: "postgres://app@db/ridgebook",
      DATABASE_PLATFORM_URL: "postgres://platform@db/ridgebook",
      DATABASE_OWNER_URL: "postgresql://owner@db/ridgebook",
      DATABASE_DIRECT_URL: "postgres://app@db:6432/ridgebook",
      PUBLIC_URL: "https://app.gable.test/",
      S3_BUCKET: "ridgebook-files",
      S3_REGION: "us-east-2",
      S3_ENDPOINT: "https://s3.gable.test",
      FILE_QUOTA_GB: "0.5",
      SMTP_URL: "smtps://user:secret@mail.gable.test",
      MAIL_FROM: "Gable <office@gable.test>",
      EGRESS_ALLOWED: "mail.lan:2525, 10.1.0.0/16",
      HOVER_CLIENT_ID: "ridgebook",
      HOVER_CLIENT_SECRET: "secret",
      HOVER_URL: "https://sandbox.hover.to/",
      NODE_ENV: "production",
      RIDGEBOOK_ENVIRONMENT: "staging",
      TRUST_PROXY: "10.0.0.0/8, fd00::/8",
      CONNECTIONS_PER_ADDRESS: "50",
      LOG_LEVEL: "debug",
      ERROR_REPORTS_DSN: "https://0abc@errors.gable.test/42",
      PAGE_VIEWS_URL: "https://views.gable.test/in",
    });
    expect(settings).toMatchObject({
      port: 8080,
      healthPort: 9100,
      host: "0.0.0.0",
      dataFolder: path.resolve("/var/lib/ridgebook"),
      database: {
        appUrl: "postgres://app@db/ridgebook",
        platformUrl: "postgres://platform@db/ridgebook",
        ownerUrl: "postgresql://owner@db/ridgebook",
        directUrl: "postgres://app@db:6432/ridgebook",
      },
      fileStore: { kind: "s3", bucket: "ridgebook-files", region: "us-east-2", endpoint: "https://s3.gable.test" },
      fileQuotaBytes: 536_870_912,
      publicUrl: "https://app.gable.test",
      mailFrom: "Gable <office@gable.test>",
      egressAllowed: [{ host: "mail.lan", port: 2525 }, { host: undefined }],
      hover: { baseUrl: "https://sandbox.hover.to", clientId: "ridgebook", clientSecret: "secret" },
      isProduction: true,
      environment: "staging",
      trustedProxies: { networks: ["10.0.0.0/8", "fd00::/8"] },
      connectionsPerAddress: 50,
      logLevel: "debug",
      errorReceiver: { envelopeUrl: "https://errors.gable.test/api/42/envelope/", publicKey: "0abc" },
      pageViewsUrl: "https://views.gable.test/in",
    });
  });

  test.each(["0", "-1", "50 GB", "1e9", "many"])("[FILE-16] a quota of %o is refused with a message", (value) => {
    expect(() => readServerSettings({ FILE_QUOTA_GB: value })).toThrow(
      "FILE_QUOTA_GB must be a number of gigabytes above 0, such as 50.",
    );
  });

  test.each([
    [{ NODE_ENV: "production" }, false],
    [{ NODE_ENV: "production", DEMO: "on" }, false],
    [{ DEMO: "off" }, false],
    [{ DEMO: "on" }, true],
  ])("a demo with %o: %s", (environment, isDemoAllowed) => {
    expect(readServerSettings(environment).isDemoAllowed).toBe(isDemoAllowed);
  });

  test.each([
    ["off", undefined],
    ["1", { hops: 1 }],
    ["3", { hops: 3 }],
    ["10.0.0.7", { networks: ["10.0.0.7"] }],
  ])("[REQ-08] TRUST_PROXY=%s trusts %o", (value, trustedProxies) => {
    expect(readServerSettings({ TRUST_PROXY: value })).toMatchObject({ trustedProxies, warnings: [] });
  });

  test("[REQ-08] TRUST_PROXY=on of a former installation trusts one proxy, with a warning", () => {
    const { trustedProxies, warnings } = readServerSettings({ TRUST_PROXY: "on" });
    expect(trustedProxies).toEqual({ hops: 1 });
    expect(warnings).toEqual([expect.stringContaining("TRUST_PROXY=on means one proxy.")]);
  });

  test.each([
    ["production", []],
    ["staging", [expect.stringContaining("Nothing is sent to ERROR_REPORTS_DSN and PAGE_VIEWS_URL")]],
  ])("[OP-81] a receiver of page views in %s: warnings %j", (environment, warnings) => {
    const given = { RIDGEBOOK_ENVIRONMENT: environment, PAGE_VIEWS_URL: "https://views.gable.test/in" };
    expect(readServerSettings(given).warnings).toEqual(warnings);
  });

  test("empty variables count as not set", () => {
    expect(readServerSettings({ PORT: "", DATABASE_URL: " " })).toEqual(readServerSettings({}));
  });

  test.each([
    [{ PORT: "http" }, "PORT must be a port"],
    [{ PORT: "70000" }, "PORT must be a port"],
    [{ HEALTH_PORT: "0" }, "HEALTH_PORT must be a port from 1 to 65535"],
    [{ DATABASE_URL: "postgres://app@db/x" }, "DATABASE_OWNER_URL is missing"],
    [{ DATABASE_OWNER_URL: "postgres://owner@db/x" }, "DATABASE_URL is missing"],
    [{ DATABASE_DIRECT_URL: "postgres://app@db/x" }, "DATABASE_URL is missing"],
    [{ DATABASE_URL: "mysql://x", DATABASE_OWNER_URL: "postgres://y" }, "DATABASE_URL must be a URL"],
    [{ S3_BUCKET: "files" }, "S3_REGION is missing"],
    [{ S3_ENDPOINT: "https://s3.gable.test" }, "S3_BUCKET is missing"],
    [{ S3_BUCKET: "files", S3_REGION: "x", S3_ENDPOINT: "s3.gable.test" }, "S3_ENDPOINT must be a URL"],
    [{ SMTP_URL: "smtp://mail" }, "MAIL_FROM is missing"],
    [{ PUBLIC_URL: "app.gable.test" }, "PUBLIC_URL must be a URL"],
    [{ HOVER_CLIENT_ID: "ridgebook" }, "HOVER_CLIENT_SECRET is missing"],
    [{ GOOGLE_CLIENT_ID: "ridgebook" }, "GOOGLE_CLIENT_SECRET is missing"],
    [{ GOOGLE_PICKER_KEY: "key" }, "GOOGLE_APP_ID is missing"],
    [{ MICROSOFT_CLIENT_SECRET: "secret" }, "MICROSOFT_CLIENT_ID is missing"],
    [{ HOVER_CLIENT_SECRET: "secret" }, "HOVER_CLIENT_ID is missing"],
    [{ ZOHO_CLIENT_ID: "1000.A" }, "ZOHO_CLIENT_SECRET is missing"],
    [{ ZOHO_CLIENT_SECRET: "secret" }, "ZOHO_CLIENT_ID is missing"],
    [{ ZOHO_CLIENT_SECRETS: "eu=secret" }, "ZOHO_CLIENT_ID is missing"],
    [{ ZOHO_CLIENT_SECRETS: "mars=secret" }, "ZOHO_CLIENT_SECRETS must list secrets by data center"],
    [{ ZOHO_CLIENT_SECRETS: "eu=one, in" }, "ZOHO_CLIENT_SECRETS must list secrets by data center"],
    [{ ZOHO_URL: "zoho.com" }, "ZOHO_URL must be a URL"],
    [{ HOVER_URL: "hover.to" }, "HOVER_URL must be a URL"],
    [{ GOOGLE_URL: "google.test" }, "GOOGLE_URL must be a URL"],
    [{ MICROSOFT_URL: "https://" }, "MICROSOFT_URL must be a URL"],
    [
      { EGRESS_ALLOWED: "mail.lan, 10.1.0.0/33" },
      'EGRESS_ALLOWED must list hosts or networks, and "10.1.0.0/33" is neither',
    ],
    [{ MAILS_PER_PERSON_AND_HOUR: "0" }, "MAILS_PER_PERSON_AND_HOUR must be a whole number"],
    [{ SECRETS_KEY: "short" }, "SECRETS_KEY must be a key of 32 bytes"],
    [{ SECRETS_KEY: `${"0f".repeat(32)},` + "x" }, "SECRETS_KEY must be a key of 32 bytes"],
    [{ DEMO: "yes" }, "DEMO must be one of on, off"],
    [{ RIDGEBOOK_ENVIRONMENT: "home" }, "RIDGEBOOK_ENVIRONMENT must be one of development"],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL must be one of"],
    [{ ERROR_REPORTS_DSN: "https://errors.gable.test/42" }, "ERROR_REPORTS_DSN must be a DSN such as"],
    [{ PAGE_VIEWS_URL: "http://views.gable.test/in" }, "PAGE_VIEWS_URL must be a URL that begins with https://"],
    ...["yes", "0", "10", "10.1", "10.0.0.0/33", "10.0.0.1,", "proxy.gable.test"].map(
      (value): [Record<string, string>, string] => [{ TRUST_PROXY: value }, "TRUST_PROXY must be off, the number"],
    ),
    [{ CONNECTIONS_PER_ADDRESS: "0" }, "CONNECTIONS_PER_ADDRESS must be a whole number"],
  ])("%o stops the start: %s", (environment, message) => {
    expect(() => readServerSettings(environment)).toThrow(SettingsError);
    expect(() => readServerSettings(environment)).toThrow(message);
  });

  test("all that is wrong is named at once, without secrets", () => {
    const read = () => readServerSettings({ PORT: "x", DEMO: "maybe", SMTP_URL: "http://user:secret@mail" });
    expect(read).toThrow(/PORT.*\n.*SMTP_URL.*\n.*DEMO/);
    expect(read).not.toThrow(/secret/);
  });
});
