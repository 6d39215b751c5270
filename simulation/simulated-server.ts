import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import type { Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import {
  CONTRACT_VERSION_HEADER,
  LEAD_FIELDS,
  NO_TERM,
  type CompanyId,
  type LeadField,
  type SessionUser,
  type StoredEstimateItem,
} from "@ridgebook/contract";
import { emptyEntry } from "@ridgebook/estimating";
import { Disk } from "flydrive";
import pg from "pg";
import { pino } from "pino";
import { writeLoginCookie } from "../apps/server/src/features/accounts/login-cookie.ts";
import { hashSecret, makeSecret } from "../apps/server/src/features/accounts/secret.ts";
import { openFileStore, type FileStore } from "../apps/server/src/features/files/file-store.ts";
import { standInPrinter } from "../apps/server/src/testing/stand-in-printer.ts";
import { DEADLOCK_TIMEOUT_MS } from "../apps/server/src/database/testing/test-database.ts";
import { startTestApplication, type TestApplication } from "../apps/server/src/testing/test-application.ts";
import { settledOrAfterMs } from "./event-loop.ts";
import type { DatabaseFault, Faults, FileFault } from "./faults.ts";
import { TODAYS_SHAPES } from "./invented-releases.ts";
import type { Scheduler } from "./scheduler.ts";
import {
  toDocumentRecord,
  toEstimateRecord,
  toLeadRecord,
  toPhotoRecord,
  type DocumentLike,
  type EstimateLike,
  type PhotoLike,
  type SimulatedRecord,
} from "./simulated-record.ts";

export interface ServerRequest {
  readonly label: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | undefined;
  readonly cookie: string | undefined;
  /** The device that sends it, which decides its address: attempts are limited by address. */
  readonly device: number;
}

export interface ServerReply {
  readonly status: number;
  readonly body: string;
  /** The new value of the refresh cookie; "" if the reply removes the cookie, undefined if it does not set it. */
  readonly cookie: string | undefined;
  /** Set by the server, but by nothing in front of it. */
  readonly contractVersion?: string | undefined;
}

/** A document with the data that only the server has. */
export interface Filed {
  readonly name: string;
  /** SHA-256 of the stored PDF, in hexadecimal; null without a PDF. */
  readonly pdfHash: string | null;
  /** The file that the file store has under that hash. */
  readonly pdf: Uint8Array | undefined;
  /** Pictures by signature key, as base64, each as often as it is stored. */
  readonly pictures: readonly (readonly [key: string, picture: string])[];
  /** How many times the evidence log says that it was signed. */
  readonly signedEvents: number;
}

/** A photo, with the picture that the file store has under its file's id. */
export interface FiledPhoto {
  readonly name: string;
  readonly picture: Uint8Array | undefined;
}

/** One version that a lead, estimate, photo or document had on the server. The version of a deletion is the last state. */
export interface RecordVersion {
  readonly operation: "INSERT" | "UPDATE" | "DELETE";
  readonly record: SimulatedRecord;
}

/** A person who can be signed in on a device. */
export interface Person {
  readonly accountId: number;
  readonly companyId: number;
  readonly user: SessionUser;
}

/** The real server on a real database, for one schedule at a time. */
export interface SimulatedServer {
  /** Handles a request. `onReply` gets undefined if the server dies during it. */
  handle(request: ServerRequest, onReply: (reply: ServerReply | undefined) => void): void;
  /** Resolves when every request waits for the scheduler or for another request. */
  untilQuiet(): Promise<void>;
  isBusy(): boolean;
  /** Waits for progress of requests that wait for PostgreSQL. Resolves with false if no request is in progress. */
  waitForOutside(): Promise<boolean>;
  signIn(person: Person): Promise<string>;
  /** Ends every login session of a person at once. */
  endSessions(person: Person): Promise<void>;
  readRecords(): Promise<SimulatedRecord[]>;
  readHistory(): Promise<RecordVersion[]>;
  readFiled(): Promise<Filed[]>;
  readFiledPhotos(): Promise<FiledPhoto[]>;
  /** Moves the server's clock by milliseconds. */
  moveClock(ms: number): void;
  readonly people: readonly Person[];
  /** Aborts the requests that are still in progress and waits for their end. */
  close(): Promise<void>;
}

/**
 * One server and one database, which schedules share that run one after the other. Schedules that run at the same time have separate hosts,
 * so that none waits for another's connections or rows.
 */
export interface SimulationHost {
  /** Creates a new company for the next schedule. */
  openServer(parts: { scheduler: () => Scheduler; faults: Faults }): Promise<SimulatedServer>;
  close(): Promise<void>;
}

const MAX_REQUESTS_AT_ONCE = 5;
/** The server syncs each file to the disk, which is only slow for files that are deleted after the run. */
const MEMORY_FOLDER = "/dev/shm";
/** How long a statement runs, in real time, before the check whether it waits for a lock. */
const LOOK_FOR_LOCK_AFTER_MS = 4;

/**
 * Whether a connection waits for another's transaction and will wait until that ends. In a deadlock neither does: PostgreSQL ends the one that
 * began to wait last, because each checks for a deadlock shortly after it began to wait, and the first one found none.
 */
const WAITS_FOR_LOCK = `
  with recursive holder(pid) as (
    select unnest(pg_blocking_pids($1)) union select unnest(pg_blocking_pids(pid)) from holder)
  select count(*) > 0 and bool_and(pid <> $1) and exists (
    select from pg_locks where pid = $1 and waitstart < clock_timestamp() - interval '${3 * DEADLOCK_TIMEOUT_MS} ms') as waits
  from holder`;

/** One request in progress. */
interface ServerWork {
  readonly label: string;
  /** Undefined while it is running. */
  waitsFor: "scheduler" | "lock" | undefined;
  isOver: boolean;
  isDead: boolean;
  clients: Set<DatabaseClient>;
  /** Resumes the request without the scheduler. */
  resume: (() => void) | undefined;
}

interface DatabaseClient {
  readonly processID?: number;
  readonly connection: { readonly stream: Socket };
  query(...values: unknown[]): unknown;
}

type RunStatement = (
  client: DatabaseClient,
  values: readonly unknown[],
  execute: () => Promise<unknown>,
) => Promise<unknown>;

type RunFileStep = (label: string, execute: () => Promise<void>) => Promise<void>;

const currentWork = new AsyncLocalStorage<{ run: RunStatement; runFileStep: RunFileStep }>();
let isPatched = false;

/** Routes each statement and file step of a simulated request through its schedule. All others run as before. */
function steerStatements(): void {
  if (isPatched) return;
  isPatched = true;
  const prototype = pg.Client.prototype as unknown as DatabaseClient;
  const query = prototype.query;
  prototype.query = function steered(this: DatabaseClient, ...values: unknown[]): unknown {
    const execute = (): unknown => query.apply(this, values);
    const work = currentWork.getStore();
    return work ? work.run(this, values, async () => await execute()) : execute();
  };
  const disk = Disk.prototype;
  for (const step of ["put", "move"] as const) {
    const execute = disk[step] as (this: Disk, ...values: unknown[]) => Promise<void>;
    Object.assign(disk, {
      [step](this: Disk, ...values: unknown[]): Promise<void> {
        const run = (): Promise<void> => execute.apply(this, values);
        const work = currentWork.getStore();
        return work ? work.runFileStep(step, run) : run();
      },
    });
  }
}

/** The number fields of estimates that users fill in, all without prices. */
const PRICE_BOOK = (["1.58", "4.50", "4.51"] as const).map((id) => ({
  ...emptyEntry(id),
  min: 0,
  max: 10_000_000,
  step: 1,
}));

/** Keeps every version. An estimate's lines are written separately from its row, so its trigger runs when all of them are written. */
const HISTORY = `
  create table simulation_history (
    number bigint generated always as identity primary key, company_id bigint, store text, operation text, row jsonb
  );
  create function simulated_estimate(kept estimate) returns jsonb language sql stable security definer
  set search_path = public, pg_temp as $$
    select to_jsonb(kept) || jsonb_build_object('items', coalesce((
      select jsonb_agg(to_jsonb(item) order by item.position)
      from estimate_item item where item.company_id = kept.company_id and item.estimate_id = kept.id), '[]'))
  $$;
  create function keep_simulation_history() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
  declare
    kept record := case when tg_op = 'DELETE' then old else new end;
    whole jsonb := to_jsonb(kept);
  begin
    if tg_table_name = 'estimate' then
      whole := simulated_estimate(kept);
    elsif tg_table_name = 'document' then
      whole := whole - 'data';
    end if;
    insert into simulation_history (company_id, store, operation, row)
      values (kept.company_id, tg_table_name, tg_op, whole);
    return null;
  end $$;
  create trigger simulation_history after insert or update or delete on lead
  for each row execute function keep_simulation_history();
  create trigger simulation_history after insert or update or delete on document
  for each row execute function keep_simulation_history();
  create trigger simulation_history after insert or update or delete on lead_photo
  for each row execute function keep_simulation_history();
  create constraint trigger simulation_history after insert or update or delete on estimate
  deferrable initially deferred for each row execute function keep_simulation_history();
  create index on simulation_history (company_id, number)`;

/**
 * Removes the price book from the stores that a device requests: a thousand of its fields in each download would slow all schedules and
 * prove nothing more.
 */
const withoutPriceBook = (url: string): string => url.replace(/(?:%2C)?estimate-(?:fields|sections|workflows)/g, "");

export async function startSimulationHost(postgresUrl: string): Promise<SimulationHost> {
  steerStatements();
  let now = (): number => Date.UTC(2040, 0);
  const fileFolder = await mkdtemp(
    path.join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : os.tmpdir(), "ridgebook-simulation-"),
  );
  const fileStore = { kind: "folder", folder: fileFolder } as const;
  const application = await startTestApplication(postgresUrl, {
    // Schedules test who receives what. The tests of documents draw and compare papers;
    // check-signed.db.test.ts checks what they say.
    checkSigned: () => Promise.resolve([]),
    printer: standInPrinter(async (order) =>
      (await import("../apps/server/src/jobs/pdf/print-document.ts")).print(order),
    ),
    now: () => new Date(now()),
    logger: pino({ level: "silent" }),
    fileStore,
    shapes: TODAYS_SHAPES,
  });
  const files = await openFileStore(fileStore);
  await application.testDatabase.superuserPool.query(HISTORY);
  return {
    openServer: async ({ scheduler, faults }) => {
      let clockOffsetMs = 0;
      now = () => scheduler().now() + clockOffsetMs;
      const people = await createCompany(application);
      const moveClock = (ms: number): void => {
        clockOffsetMs += ms;
      };
      return createServer({ application, files, scheduler, faults, people, clock: { now, moveClock } });
    },
    close: async () => {
      await application.close();
      await rm(fileFolder, { recursive: true, force: true });
    },
  };
}

/**
 * Creates a company with two salespeople, a lead from a CRM that no user may delete, with an estimate, and a small price book: a real one would take
 * longer to write than a schedule to run. User ids equal account ids, as in older companies.
 */
async function createCompany({ testDatabase, createCompany: create }: TestApplication): Promise<Person[]> {
  const companyId = await create({ name: "Simulated Roofing" });
  const { rows } = await testDatabase.superuserPool.query<{ account_id: string }>(
    `with made as (
       insert into account (email, email_confirmed, first_name, last_name)
       select gen_random_uuid() || '@simulated.test', true, name, 'Simulated' from unnest(array['Ann', 'Bob']) as name
       returning id, first_name, last_name)
     insert into membership (company_id, id, account_id, first_name, last_name, role)
     select $1, id, id, first_name, last_name, 'User' from made returning account_id`,
    [companyId],
  );
  await testDatabase.superuserPool.query(
    "insert into lead (company_id, company, external_id) values ($1, 'lead-crm', 'crm-1'), ($1, 'lead-old', null)",
    [companyId],
  );
  await testDatabase.superuserPool.query(
    `with version as (
       insert into price_book_version (company_id, version, source, published_time, summary)
       values ($1, 1, 'starter', now(), '{}'))
     insert into price_book_entry (company_id, field_id, from_version, content, change_number)
     select $1, entry ->> 'id', 1, entry - 'id', 0 from unnest($2::jsonb[]) as entry`,
    [companyId, PRICE_BOOK],
  );
  await testDatabase.superuserPool.query(
    `with made as (
       insert into estimate (company_id, lead_id, name, workflow_ids, term, price_book_version)
       select company_id, id, 'estimate-old', '{1,4}', $2, 1 from lead where company_id = $1 and company = 'lead-crm'
       returning company_id, id)
     insert into estimate_item (company_id, estimate_id, id, field_id, value, quantity, position)
     select company_id, id, nextval('estimate_item_id'), '1.58', '', 40, 0 from made`,
    [companyId, NO_TERM],
  );
  return rows
    .map(({ account_id }) => Number(account_id))
    .sort((one, other) => one - other)
    .map((accountId): Person => {
      const user = { id: accountId, companyId, active: true, role: "User", isSuperAdmin: false, isMasterAdmin: false };
      return { accountId, companyId, user: user as SessionUser };
    });
}

function createServer({
  application: { app, testDatabase },
  files,
  scheduler,
  faults,
  people,
  clock,
}: {
  application: TestApplication;
  files: FileStore;
  scheduler: () => Scheduler;
  faults: Faults;
  people: Person[];
  clock: { now: () => number; moveClock: (ms: number) => void };
}): SimulatedServer {
  const { superuserPool } = testDatabase;
  const companyId = people[0]?.companyId;
  const works = new Set<ServerWork>();
  const waiting: (() => void)[] = [];
  let listeners: (() => void)[] = [];
  /** The number of events that may have released a lock. */
  let releases = 0;
  const noteRelease = (): void => {
    releases += 1;
    // They may not be waiting any more.
    for (const work of works) if (work.waitsFor === "lock") work.waitsFor = undefined;
    noteProgress();
  };

  const noteProgress = (): void => {
    const notified = listeners;
    listeners = [];
    for (const listener of notified) listener();
  };
  const nextProgress = (): Promise<void> =>
    new Promise((resolve) => {
      listeners.push(resolve);
    });

  /* Requests */

  const handle: SimulatedServer["handle"] = (request, onReply) => {
    const start = (): void => {
      const work: ServerWork = {
        label: request.label,
        waitsFor: undefined,
        isOver: false,
        isDead: false,
        clients: new Set(),
        resume: undefined,
      };
      works.add(work);
      void currentWork
        .run(
          {
            run: (...statement) => runStatement(work, ...statement),
            runFileStep: (...step) => runFileStep(work, ...step),
          },
          () => inject(request),
        )
        .then((reply) => {
          if (reply.status >= 400) faults.count(`server answers ${reply.status}`);
          onReply(work.isDead ? undefined : reply);
        })
        .finally(() => {
          work.isOver = true;
          works.delete(work);
          waiting.shift()?.();
          noteProgress();
        });
    };
    if (works.size < MAX_REQUESTS_AT_ONCE) start();
    else waiting.push(start);
  };

  const inject = async ({ method, url, headers, body, cookie, device }: ServerRequest): Promise<ServerReply> => {
    const form = body instanceof FormData ? new Response(body) : undefined;
    const payload = form ? Buffer.from(await form.arrayBuffer()) : (body as string | undefined);
    const reply = await app.inject({
      method: method as "GET",
      url: withoutPriceBook(url),
      headers: { ...headers, ...(form && { "content-type": form.headers.get("content-type") ?? "" }) },
      remoteAddress: `10.${device}.${(companyId ?? 0) >> 8}.${(companyId ?? 0) & 255}`,
      ...(payload === undefined ? {} : { payload }),
      ...(cookie === undefined ? {} : { cookies: { ridgebook_session: cookie } }),
    });
    return {
      status: reply.statusCode,
      body: reply.body,
      cookie: reply.cookies.find((set) => set.name === "ridgebook_session")?.value,
      contractVersion: reply.headers[CONTRACT_VERSION_HEADER]?.toString(),
    };
  };

  /* Statements */

  const runStatement = async (
    work: ServerWork,
    client: DatabaseClient,
    values: readonly unknown[],
    execute: () => Promise<unknown>,
  ): Promise<unknown> => {
    const text = textOf(values);
    // A change and its answer are committed in the round trip that stores the answer.
    const isCommit = /(?:^|; )commit$/.test(text);
    work.clients.add(client);
    if (!work.isDead) await untilChosen(work, text);
    if (work.isDead) throw connectionLost();

    const fault = faults.takeDatabaseFault({ isCommit });
    if (fault) scheduler().note(`fault: database ${work.label} ${firstWords(text)} ${fault}`);
    if (fault && !fault.endsWith("After")) await fail(work, client, fault);
    const result = await watch(work, client, execute()).catch((error: unknown) => {
      // Its transaction, or the part since a savepoint, has released its locks.
      noteRelease();
      throw error;
    });
    if (isCommit || text === "rollback") {
      work.clients.delete(client);
      noteRelease();
    }
    if (fault?.endsWith("After")) await fail(work, client, fault);
    return result;
  };

  const runFileStep = async (work: ServerWork, label: string, execute: () => Promise<void>): Promise<void> => {
    if (!work.isDead) await untilChosen(work, `file ${label}`);
    if (work.isDead) throw connectionLost();
    const fault = faults.takeFileFault();
    if (fault) scheduler().note(`fault: file ${work.label} ${label} ${fault}`);
    if (fault?.endsWith("Before")) await fail(work, undefined, fault);
    await execute();
    if (fault?.endsWith("After")) await fail(work, undefined, fault);
  };

  const untilChosen = async (work: ServerWork, text: string): Promise<void> => {
    work.waitsFor = "scheduler";
    await new Promise<void>((resolve) => {
      work.resume = resolve;
      scheduler().add(`database ${work.label} ${firstWords(text)}`, resolve);
      noteProgress();
    });
    work.waitsFor = undefined;
  };

  const fail = async (
    work: ServerWork,
    client: DatabaseClient | undefined,
    fault: DatabaseFault | FileFault,
  ): Promise<never> => {
    switch (fault) {
      case "errorBefore":
      case "errorAfter":
        throw Object.assign(new Error("simulated failure of a statement or file"), { code: "XX000" });
      case "deadlock":
        throw Object.assign(new Error("simulated deadlock"), { code: "40P01" });
      case "connectionLostBefore":
      case "connectionLostAfter":
        if (client) {
          await cut([client]);
          work.clients.delete(client);
        }
        throw connectionLost();
      case "crashBefore":
      case "crashAfter": {
        const dying = [...works];
        for (const one of dying) one.isDead = true;
        await cut(dying.flatMap(({ clients }) => [...clients]));
        throw connectionLost();
      }
    }
  };

  /** Cuts connections and waits until PostgreSQL has rolled back their transactions: it closes its end only after that. */
  const cut = async (clients: readonly DatabaseClient[]): Promise<void> => {
    const open = clients.filter(({ connection }) => !connection.stream.destroyed);
    if (open.length > 0) {
      const closed = open.map(({ connection }) => untilClosed(connection.stream));
      const processIds = open.flatMap(({ processID }) => processID ?? []);
      await currentWork.exit(() =>
        superuserPool.query("select pg_terminate_backend(pid) from unnest($1::int[]) as pid", [processIds]),
      );
      await Promise.all(closed);
    }
    noteRelease();
  };

  /**
   * Waits for a statement. It may need a lock of another request's transaction, which waits for the scheduler: then its request counts as
   * quiet until that lock is released. PostgreSQL reports whether the statement waits, so this does not depend on its speed.
   */
  const watch = async <Result>(work: ServerWork, client: DatabaseClient, running: Promise<Result>): Promise<Result> => {
    const outcome = { isThere: false };
    const isDone = (): boolean => outcome.isThere;
    const finish = (): void => {
      outcome.isThere = true;
    };
    const done = running.then(finish, finish);
    for (;;) {
      await settledOrAfterMs(done, LOOK_FOR_LOCK_AFTER_MS);
      if (isDone()) break;
      // Without another open transaction it cannot be waiting for a lock, however slow PostgreSQL is.
      if (!isAnotherInTransaction(work)) continue;
      const releasesBefore = releases;
      if (!(await waitsForLock(client)) || releases !== releasesBefore || isDone()) continue;
      faults.count("lock wait");
      work.waitsFor = "lock";
      noteProgress();
      while (!isDone() && releases === releasesBefore) await Promise.race([done, nextProgress()]);
      work.waitsFor = undefined;
    }
    return await running;
  };

  /** Whether another request has an open transaction, or this request has a second one, for data that is stored even if it fails. */
  const isAnotherInTransaction = (work: ServerWork): boolean =>
    [...works].some(({ clients }) => clients.size > 0 && clients !== work.clients) || work.clients.size > 1;

  const waitsForLock = async ({ processID }: DatabaseClient): Promise<boolean> => {
    const { rows } = await currentWork.exit(() => superuserPool.query<{ waits: boolean }>(WAITS_FOR_LOCK, [processID]));
    return rows[0]?.waits ?? false;
  };

  /* Quiet */

  const isBusy = (): boolean => [...works].some(({ waitsFor }) => waitsFor === undefined);

  const readRecords: SimulatedServer["readRecords"] = async () => {
    const { rows } = await superuserPool.query<StoredRow>(
      `select 'lead' as store, to_jsonb(lead) as row, id from lead where company_id = $1
       union all select 'estimate', simulated_estimate(estimate), id from estimate where company_id = $1
       union all select 'lead_photo', to_jsonb(lead_photo), id from lead_photo where company_id = $1
       union all select 'document', to_jsonb(document) || jsonb_build_object('signatures', coalesce((
         select jsonb_object_agg(key, jsonb_build_object('timestamp', signed_time)) from document_signature signature
         where signature.company_id = document.company_id and signature.document_id = document.id), '{}')), id
       from document where company_id = $1
       order by store, id`,
      [companyId],
    );
    return rows.map(toRecord);
  };

  const readFile = (id: string): Promise<Uint8Array | undefined> =>
    files.read({ companyId: companyId as CompanyId, id });

  return {
    handle,
    people,
    isBusy,
    close: async () => {
      for (const work of works) work.isDead = true;
      await cut([...works].flatMap(({ clients }) => [...clients]));
      for (const work of works) work.resume?.();
      while (works.size > 0) await nextProgress();
    },
    untilQuiet: async () => {
      while (isBusy()) await nextProgress();
    },
    waitForOutside: async () => {
      if (works.size === 0) return false;
      // Only requests that wait for locks are left.
      await settledOrAfterMs(nextProgress(), 20);
      return true;
    },
    signIn: async ({ accountId }) => {
      const sessionId = randomUUID();
      const secret = makeSecret();
      const time = new Date(clock.now());
      const inDays = (days: number): Date => new Date(time.getTime() + days * 86_400_000);
      await superuserPool.query(
        `insert into login_session (id, account_id, secret_hash, rotated_time, created_time, last_used_time, expires_time, ends_time)
         values ($1, $2, $3, $4, $4, $4, $5, $6)`,
        [sessionId, accountId, hashSecret(secret), time, inDays(30), inDays(90)],
      );
      return writeLoginCookie({ sessionId, secret });
    },
    endSessions: async ({ accountId }) => {
      await superuserPool.query(
        // Skips a session that a request is renewing: waiting for that request would wait for the scheduler.
        `update login_session set revoked_time = $2 where id in (
           select id from login_session where account_id = $1 and revoked_time is null for update skip locked)`,
        [accountId, new Date(clock.now())],
      );
    },
    moveClock: clock.moveClock,
    readRecords,
    readFiled: async () => {
      const { rows } = await superuserPool.query<{
        name: string;
        hash: string | null;
        pictures: [string, string][];
        signed: string;
      }>(
        `select name, pdf_hash as hash,
           (select count(*) from document_event event
            where event.company_id = document.company_id and event.document_id = document.id and kind = 'signed') as signed,
           coalesce((select jsonb_agg(jsonb_build_array(key, translate(encode(picture, 'base64'), E'\\n', '')))
            from document_signature signature
            where signature.company_id = document.company_id and signature.document_id = document.id), '[]') as pictures
         from document where company_id = $1 order by id`,
        [companyId],
      );
      return await Promise.all(
        rows.map(async ({ name, hash, pictures, signed }): Promise<Filed> => ({
          name,
          pdfHash: hash,
          pictures,
          signedEvents: Number(signed),
          pdf: hash === null ? undefined : await readFile(hash),
        })),
      );
    },
    readFiledPhotos: async () => {
      const { rows } = await superuserPool.query<{ name: string; fileId: string }>(
        `select caption as name, file_id as "fileId" from lead_photo where company_id = $1 order by id`,
        [companyId],
      );
      return await Promise.all(
        rows.map(async ({ name, fileId }): Promise<FiledPhoto> => ({ name, picture: await readFile(fileId) })),
      );
    },
    readHistory: async () => {
      const { rows } = await superuserPool.query<StoredRow & Pick<RecordVersion, "operation">>(
        "select store, operation, row from simulation_history where company_id = $1 order by number",
        [companyId],
      );
      const lastByKey = new Map<string, SimulatedRecord>();
      return rows.map((version): RecordVersion => {
        const { operation } = version;
        const found = toRecord(version);
        const key = `${found.storeName} ${found.id}`;
        // The lines of an estimate are deleted before it.
        const record = operation === "DELETE" ? (lastByKey.get(key) ?? found) : found;
        lastByKey.set(key, record);
        return { operation, record };
      });
    },
  };
}

const untilClosed = (stream: Socket): Promise<void> =>
  new Promise((resolve) => {
    stream.once("close", () => {
      resolve();
    });
  });

const connectionLost = (): Error =>
  Object.assign(new Error("simulated loss of the database connection"), { code: "ECONNRESET" });

function textOf([statement]: readonly unknown[]): string {
  if (typeof statement === "string") return statement;
  if (typeof statement === "object" && statement !== null && "text" in statement) return String(statement.text);
  return "";
}

/** Returns enough of a statement to recognize it in a trace, without ids. */
const firstWords = (text: string): string => text.slice(0, 120).trimStart().split(/\s+/, 3).join(" ");

const toColumn = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A row of a table, as JSON. */
interface StoredRow {
  readonly store: "lead" | "estimate" | "lead_photo" | "document";
  readonly row: Record<string, unknown>;
}

const toField = (column: string): string => column.replaceAll(/_[a-z]/g, (match) => match.charAt(1).toUpperCase());

const toFields = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [toField(column), value]));

function toRecord({ store, row }: StoredRow): SimulatedRecord {
  const ids = { id: Number(row.id), revision: Number(row.revision) };
  if (store === "lead") {
    const fields = Object.fromEntries(LEAD_FIELDS.map((field) => [field, row[toColumn(field)]]));
    return toLeadRecord({ ...(fields as Record<LeadField, unknown>), ...ids });
  }
  if (store === "lead_photo") return toPhotoRecord(toPhotoLike(row, ids));
  if (store === "document") return toDocumentRecord(toDocumentLike(row, ids));
  const items = (row.items as Record<string, unknown>[]).map((item) => {
    const { companyId: _company, estimateId: _estimate, position: _position, ...members } = toFields(item);
    return members as unknown as StoredEstimateItem;
  });
  const estimate = { ...toFields(row), ...ids, items, comparisons: [], workflowSummaries: {} };
  return toEstimateRecord(estimate as unknown as EstimateLike);
}

function toPhotoLike(row: Record<string, unknown>, { id }: { id: number }): PhotoLike {
  const { leadId, fileId, caption, takenTime } = toFields(row);
  const takenAt = new Date(String(takenTime)).toISOString();
  return { id, leadId: Number(leadId), fileId: String(fileId), caption: String(caption), takenAt };
}

/** Formats times as the server does. A version in the history has neither data nor signatures. */
function toDocumentLike(row: Record<string, unknown>, ids: { id: number; revision: number }): DocumentLike {
  const iso = (time: unknown): string => new Date(String(time)).toISOString();
  const signatures = Object.entries((row.signatures ?? {}) as Record<string, { timestamp: string }>);
  return {
    ...(toFields(row) as unknown as DocumentLike),
    ...ids,
    createdTime: iso(row.created_time),
    receivedTime: iso(row.received_time),
    data: (row.data ?? {}) as Record<string, string>,
    signatures: Object.fromEntries(signatures.map(([key, { timestamp }]) => [key, { timestamp: iso(timestamp) }])),
  };
}
