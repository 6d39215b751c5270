import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { hash } from "@node-rs/argon2";
import {
  IDEMPOTENCY_KEY_HEADER,
  routes,
  type AccountId,
  type CompanyId,
  type ProblemReply,
  type Role,
  type Route,
  type RouteCall,
  type RouteName,
  type RouteReply,
  type Routes,
  type UserId,
} from "@ridgebook/contract";
import { readMail, type ReadMail } from "@ridgebook/testing/read-mail";
import { runOnce } from "graphile-worker";
import { createLogger } from "#logging.ts";
import { createApplication, type Application, type ApplicationParts } from "#application.ts";
import { createTestDatabase, type TestDatabase } from "#database/testing/test-database.ts";
import { cookieNames } from "#http/cookies.ts";
import type { Printer } from "#jobs/pdf/printer.ts";
import { toTaskList } from "#jobs/tasks.ts";
import { createJobsPool } from "#jobs/jobs-pool.ts";
import { queueLogger } from "#jobs/worker.ts";
import { createSecretBox } from "#secrets/secret-box.ts";

/** The password of every user from `createUser`. */
export const TEST_PASSWORD = "Ridgebook-1";

/** Weak on purpose: tests sign in often, and verifying uses the hash's own strength. */
let hashOfTestPassword: Promise<string> | undefined;
const testPasswordHash = (): Promise<string> =>
  (hashOfTestPassword ??= hash(TEST_PASSWORD, { memoryCost: 64, timeCost: 1, parallelism: 1 }));

/** The real time, because PostgreSQL has its own clock, plus a test's offset. */
export interface TestClock {
  now(): Date;
  advance(by: { seconds?: number; minutes?: number; hours?: number; days?: number }): void;
}

function createTestClock(): TestClock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance({ seconds = 0, minutes = 0, hours = 0, days = 0 }) {
      offsetMs += 1000 * (seconds + 60 * (minutes + 60 * (hours + 24 * days)));
    },
  };
}

/** Draws in the test's process: a thread needs the built server (jobs/pdf/printer.db.test.ts). */
const printer: Printer = {
  print: async (order) => (await import("#jobs/pdf/print-document.ts")).print(order),
  close: () => Promise.resolve(),
};

/** A reply of the server. `body` has the contract's type if `status` is below 300. */
interface TestReply<Body> {
  readonly status: number;
  readonly body: Body;
  /** The body of a failure; throws if the call succeeded. */
  readonly problem: ProblemReply;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The refresh cookie that the reply sets: its value, "" if it is removed, undefined if unchanged. */
  readonly cookie: string | undefined;
  /** The device cookie, if the reply sets it. */
  readonly device: string | undefined;
}

/** Options of a call besides its route's input. */
interface TestCallOptions {
  readonly companyId?: number | string | undefined;
  /** The idempotency key. */
  readonly key?: string | undefined;
  readonly token?: string | undefined;
  readonly cookie?: string | undefined;
  /** The device cookie. */
  readonly device?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** The caller's address, for rate limits. */
  readonly address?: string;
}

/** A route's input: parameters unencoded; the query is optional if empty. */
type TestInput<Call> = Omit<Call, "params" | "query"> &
  (Call extends { params: infer Params } ? { params: { readonly [Name in keyof Params]: unknown } } : unknown) &
  (Call extends { query: infer Query } ? { query?: { readonly [Name in keyof Query]: unknown } } : unknown);

type TypedCall = <Name extends RouteName>(
  name: Name,
  input?: TestInput<RouteCall<Routes[Name]>> & TestCallOptions,
) => Promise<TestReply<RouteReply<Routes[Name]>>>;

/** Any route by name with any input, for tests of what the contract rejects. */
type RawCall = (
  name: RouteName,
  input?: TestCallOptions & { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown },
) => Promise<TestReply<unknown>>;

/** A signed-in user: calls carry their token and, by default, their company. */
export interface SignedIn {
  readonly id: UserId;
  readonly token: string;
  readonly cookie: string;
  readonly headers: { readonly authorization: string };
  readonly call: TypedCall;
  readonly callRaw: RawCall;
}

export interface TestUser {
  /** In their first company; the account's without one. */
  readonly id: UserId;
  /** In each of their companies, in the order of `memberships`. */
  readonly userIds: readonly UserId[];
  readonly accountId: AccountId;
  readonly email: string;
}

interface NewTestUser {
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly isSuperAdmin?: boolean;
  readonly isMasterAdmin?: boolean;
  readonly isDemo?: boolean;
  /** False: an account whose setup is pending. */
  readonly hasPassword?: boolean;
  /** One membership, with `role` and `active`; or several. */
  readonly companyId?: CompanyId;
  readonly role?: Role;
  readonly active?: boolean;
  readonly memberships?: readonly { companyId: CompanyId; role?: Role; active?: boolean }[];
}

export interface TestApplication extends Omit<Application, "close"> {
  readonly testDatabase: TestDatabase;
  readonly clock: TestClock;
  readonly outboxFolder: string;
  /** One JSON object per log line. */
  readonly logLines: readonly string[];
  createCompany(company?: { name?: string; active?: boolean }): Promise<CompanyId>;
  createUser(user?: NewTestUser): Promise<TestUser>;
  /** Signs in through the API. With `companyId`, later calls carry it. */
  signIn(user: { email: string }, options?: { companyId?: CompanyId; password?: string }): Promise<SignedIn>;
  /** A new user, signed in; see `createUser`. Calls carry `companyId` if the user has exactly one. */
  signInNew(user?: NewTestUser): Promise<SignedIn & TestUser>;
  /** A call without a user, unless a token is given. */
  readonly call: TypedCall;
  readonly callRaw: RawCall;
  /** Runs waiting jobs, including mails. */
  runJobs(): Promise<void>;
  /** The mails in the outbox, oldest first. */
  readMails(): Promise<ReadMail[]>;
  close(): Promise<void>;
}

const NAMES = cookieNames(false);

const fillPath = (route: Route, params: Record<string, unknown> = {}): string =>
  route.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));

/** Tests of a file call from different addresses, so that they do not share limits. */
let addressCount = 0;
const nextAddress = (): string => {
  addressCount += 1;
  return `10.${String(addressCount >> 16)}.${String((addressCount >> 8) & 255)}.${String(addressCount & 255)}`;
};

/**
 * The whole server on a fresh, migrated, empty database, without a network: calls use `app.inject`. `postgresUrl` is
 * `inject("postgresUrl")`. A given `testDatabase` is closed with the application.
 */
export async function startTestApplication(
  postgresUrl: string,
  {
    testDatabase: given,
    ...options
  }: Partial<Omit<ApplicationParts, "appUrl" | "platformUrl" | "outboxFolder">> & { testDatabase?: TestDatabase } = {},
): Promise<TestApplication> {
  const testDatabase = given ?? (await createTestDatabase(postgresUrl));
  const outboxFolder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-outbox-"));
  const clock = createTestClock();
  const logLines: string[] = [];
  const logger =
    options.logger ?? createLogger({ level: "info", destination: { write: (line) => void logLines.push(line) } });
  const application = await createApplication({
    now: () => clock.now(),
    publicUrl: "http://localhost:3000",
    smtpUrl: undefined,
    mailFrom: "Ridgebook <no-reply@ridgebook.test>",
    environment: "testing",
    isProduction: false,
    demo: null,
    webFolder: undefined,
    secrets: createSecretBox([Buffer.alloc(32, 7)]),
    printer,
    ...options,
    logger,
    appUrl: testDatabase.appUrl,
    platformUrl: testDatabase.platformUrl,
    outboxFolder,
  });
  const { app, tasks } = application;
  const { superuserPool } = testDatabase;

  const callRaw: RawCall = async (name, input = {}) => {
    const { params, query, body, companyId, key, token, cookie, device, headers, address = nextAddress() } = input;
    const route: Route = routes[name];
    const reply = await app.inject({
      method: route.method,
      url: fillPath(route, params),
      query: Object.fromEntries(
        Object.entries<unknown>({ ...query, ...(companyId === undefined ? {} : { companyId }) }).flatMap(
          ([field, value]) =>
            value === undefined
              ? []
              : [[field, typeof value === "string" || Array.isArray(value) ? value : JSON.stringify(value)]],
        ),
      ),
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { [IDEMPOTENCY_KEY_HEADER]: key }),
        ...headers,
      },
      cookies: {
        ...(cookie === undefined ? {} : { [NAMES.session]: cookie }),
        ...(device === undefined ? {} : { [NAMES.device]: device }),
      },
      remoteAddress: address,
    });
    const parsed: unknown = reply.body === "" ? undefined : JSON.parse(reply.body);
    return {
      status: reply.statusCode,
      body: parsed,
      get problem() {
        if (reply.statusCode < 400) throw new Error(`${name} did not fail: ${String(reply.statusCode)} ${reply.body}`);
        return parsed as ProblemReply;
      },
      headers: reply.headers,
      cookie: reply.cookies.find((set) => set.name === NAMES.session)?.value,
      device: reply.cookies.find((set) => set.name === NAMES.device)?.value,
    };
  };
  // The contract's reply type is for successful calls; tests check the status too.
  const call = callRaw as TypedCall;

  const createCompany: TestApplication["createCompany"] = async ({ name = "Gable Roofing", active = true } = {}) => {
    const { rows } = await superuserPool.query<{ id: string }>(
      "insert into company (name, active) values ($1, $2) returning id",
      [name, active],
    );
    return Number(rows[0]?.id) as CompanyId;
  };

  const createUser: TestApplication["createUser"] = async (user = {}) => {
    const email = user.email ?? `user-${randomUUID().slice(0, 8)}@gable.test`;
    const { rows } = await superuserPool.query<{ id: string }>(
      `insert into account (email, password_hash, email_confirmed, first_name, last_name, is_super_admin, is_master_admin, is_demo)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
      [
        email,
        user.hasPassword === false ? null : await testPasswordHash(),
        user.hasPassword !== false,
        user.firstName ?? "Ann",
        user.lastName ?? "Lee",
        user.isSuperAdmin ?? false,
        user.isMasterAdmin ?? false,
        user.isDemo ?? false,
      ],
    );
    const accountId = Number(rows[0]?.id) as AccountId;
    const single =
      user.companyId === undefined
        ? []
        : [{ companyId: user.companyId, role: user.role ?? "User", active: user.active ?? true }];
    const userIds: UserId[] = [];
    for (const { companyId, role = "User", active = true } of [...single, ...(user.memberships ?? [])]) {
      const added = await superuserPool.query<{ id: string }>(
        `insert into membership (company_id, account_id, first_name, last_name, role, active)
         values ($1, $2, $3, $4, $5, $6) returning id`,
        [companyId, accountId, user.firstName ?? "Ann", user.lastName ?? "Lee", role, active],
      );
      userIds.push(Number(added.rows[0]?.id) as UserId);
    }
    return { id: userIds[0] ?? (Number(accountId) as UserId), userIds, accountId, email };
  };

  const signIn: TestApplication["signIn"] = async ({ email }, { companyId, password = TEST_PASSWORD } = {}) => {
    const reply = await call("login", { body: { email, password } });
    if (reply.status !== 200) throw new Error(`Signing in failed: ${JSON.stringify(reply.body)}`);
    const { token, user } = reply.body;
    const own: RawCall = (name, input = {}) => callRaw(name, { token, companyId, ...input });
    return {
      id: user.id,
      token,
      cookie: reply.cookie ?? "",
      headers: { authorization: `Bearer ${token}` },
      call: own as TypedCall,
      callRaw: own,
    };
  };

  return {
    ...application,
    testDatabase,
    clock,
    outboxFolder,
    logLines,
    createCompany,
    createUser,
    signIn,
    signInNew: async (user = {}) => {
      const created = await createUser(user);
      const signedIn = await signIn(created, user.companyId === undefined ? {} : { companyId: user.companyId });
      return { ...signedIn, ...created };
    },
    call,
    callRaw,
    runJobs: async () => {
      // With one connection, a job's result is stored, and its queue free, before the next job is fetched.
      const pool = createJobsPool({ appUrl: testDatabase.appUrl, max: 1, logger });
      try {
        await runOnce({
          pgPool: pool,
          taskList: toTaskList(tasks, { logger }),
          noHandleSignals: true,
          logger: queueLogger(logger),
        });
      } finally {
        await pool.end();
      }
    },
    readMails: async () => {
      const files = (await readdir(outboxFolder)).filter((file) => file.endsWith(".eml")).sort();
      return Promise.all(files.map(async (file) => readMail(await readFile(path.join(outboxFolder, file)))));
    },
    close: async () => {
      await application.close();
      await testDatabase.close();
      await rm(outboxFolder, { recursive: true, force: true });
    },
  };
}
