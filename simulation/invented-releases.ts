import {
  addMember,
  CONTRACT_VERSION_HEADER,
  createShapes,
  Problem,
  RELEASE_HEADER,
  renameMember,
  type RecordStore,
  type Shapes,
} from "@ridgebook/contract";
import {
  createKeptShapes,
  NEWER_DATA_TITLE,
  type KeptShapes,
} from "../apps/web/src/local-data/database/kept-shapes.ts";
import { chooseAttempt as repeatFrozenAttempt, type ChooseAttempt } from "../apps/web/src/local-data/outbox/attempt.ts";
import { upgradeAnswer } from "../apps/web/src/server-client/upgrade-reply.ts";

/*
 * An invented history, in which today's code is release 2. Release 1 called the description of a lead `notes` and had no phone number.
 * A former app is today's code behind a conversion: it stores and sends data in the shape of release 1, without a release beside it.
 */

export const FORMER = 1;
export const TODAYS = 2;
export type AppRelease = typeof FORMER | typeof TODAYS;

/** A field of leads that a former app does not have. */
export const ADDED_FIELD = "phone";
const RENAMED_FIELD = "description";

export const TODAYS_SHAPES: Shapes = createShapes([
  { number: FORMER, changes: {} },
  { number: TODAYS, changes: { leads: [addMember(ADDED_FIELD, ""), renameMember("notes", RENAMED_FIELD)] } },
]);

/** The shapes of an app without the upgrade: it stamps what it stores but upgrades nothing. Used to prove that the upgrade matters. */
export const SHAPES_WITHOUT_UPGRADE: Shapes = {
  ...TODAYS_SHAPES,
  upgrade: (_store, values) => values,
  upgradeName: (_store, name) => name,
};

/** Shapes whose upgrade converts today's shape back to the former one. */
const BACK: Shapes = {
  ...TODAYS_SHAPES,
  upgrade: (store, values, { isWhole }) => TODAYS_SHAPES.downgrade(store, values, { release: FORMER, isWhole }),
  upgradeName: (store, name) =>
    Object.keys(TODAYS_SHAPES.downgrade(store, { [name]: null }, { release: FORMER, isWhole: false }))[0],
};

/** Creates the conversion with which a former app stores its data. */
export function createFormerKeptShapes(reportTooOld: () => void): KeptShapes {
  const up = createKeptShapes(TODAYS_SHAPES);
  const back = createKeptShapes(BACK);
  const assertReadable: KeptShapes["assertReadable"] = ({ release = FORMER }) => {
    if (release > FORMER) {
      reportTooOld();
      throw new Problem("appTooOld", { title: NEWER_DATA_TITLE });
    }
  };
  type Change = Parameters<KeptShapes["readChange"]>[0];
  /** Removes the release of an attempt: a former app does not name one in its attempts. */
  const withoutRelease = (change: Change): Change => {
    const { attempt } = change.data;
    if (!attempt) return change;
    const { release: _release, ...own } = attempt;
    return { ...change, data: { ...change.data, attempt: own } };
  };
  return {
    feedRelease: FORMER,
    assertReadable,
    read: (store, values, row) => {
      assertReadable(row);
      return up.read(store, values, {});
    },
    stamp: () => ({}),
    readRecord: (store, row) => {
      assertReadable(row as { release?: number });
      return up.readRecord(store, row);
    },
    toRow: (store, record) => back.readRecord(store, record),
    readChange: (row) => {
      assertReadable(row.data);
      return withoutRelease(up.readChange(row));
    },
    toChangeRow: (change) => (change.storeName === "leads" ? withoutRelease(back.readChange(change)) : change),
  };
}

/** Chooses attempts as a former app does, with bodies of its release. */
export const asFormerApp =
  (choose: ChooseAttempt = repeatFrozenAttempt): ChooseAttempt =>
  (input) => {
    const attempt = choose(input);
    if (attempt === input.change.data.attempt || !attempt.body) return attempt;
    return { ...attempt, body: downgradeBody(input.change.storeName, attempt.body) };
  };

function downgradeBody<Body extends object>(store: RecordStore, body: Body): Body {
  const { former, ...values } = body as Record<string, unknown>;
  const down = (part: Record<string, unknown>) =>
    TODAYS_SHAPES.downgrade(store, part, { release: FORMER, isWhole: false });
  return { ...down(values), ...(former !== undefined && { former: down(former as typeof values) }) } as Body;
}

type Fetch = typeof globalThis.fetch;

/**
 * Wraps `fetch` for an app of the invented history, because the web's server client only knows the contract's release. Sends the version of
 * the app, and upgrades records of release 1 in an answer to today's shape.
 */
export function fetchAs(
  release: AppRelease,
  fetch: Fetch,
  { isServerFormer }: { isServerFormer: () => boolean },
): Fetch {
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set(CONTRACT_VERSION_HEADER, String(release));
    const wasFormer = isServerFormer();
    const response = await fetch(input, { ...init, headers });
    if (release === TODAYS && !(wasFormer || isServerFormer())) return response;
    const text = await response.text();
    const upgraded = response.ok ? upgradeText(text, { input, init }) : text;
    return {
      status: response.status,
      ok: response.ok,
      headers: response.headers,
      text: () => Promise.resolve(upgraded),
    } as Response;
  };
}

function upgradeText(text: string, { input, init }: { input: Parameters<Fetch>[0]; init: RequestInit }): string {
  const body = parse(text);
  if (body === undefined) return text;
  const url = input instanceof Request ? input.url : input.toString();
  const asked = typeof init.body === "string" ? parse(init.body) : undefined;
  const call = { method: init.method ?? "GET", path: url.split("?")[0] ?? "" };
  return JSON.stringify(upgradeAnswer({ ...call, asked, body, release: FORMER, shapes: TODAYS_SHAPES }));
}

/** Parses JSON. Returns undefined for other text, such as a Wi-Fi's sign-in page. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | undefined;
}

interface SentCall {
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly release?: number | undefined;
}

/** Returns the changes in a request, including those in a batch. */
function callsOf({ url, headers, body }: Sent): readonly SentCall[] {
  const value = typeof body === "string" ? parse(body) : undefined;
  const path = url.split("?")[0] ?? "";
  if (path === "/api/batch") return (value as { calls?: SentCall[] } | undefined)?.calls ?? [];
  const release = headers[RELEASE_HEADER];
  return [{ path, body: value as SentCall["body"], ...(release !== undefined && { release: Number(release) }) }];
}

export const holdsFormerAttempt = (request: Sent): boolean =>
  callsOf(request).some(({ release }) => release === FORMER);

/** Whether a request contains a field that a server of release 1 does not know. */
export const isUnknownToFormer = (request: Sent): boolean =>
  request.headers[CONTRACT_VERSION_HEADER] === String(TODAYS) &&
  callsOf(request).some(
    ({ path, body, release }) =>
      /^\/api\/leads\/\d*$/.test(path) &&
      release === undefined &&
      body &&
      [ADDED_FIELD, RENAMED_FIELD].some((name) => name in body),
  );

/** Removes the releases from a request, to prove that they matter. */
export function withoutRelease<Request extends Sent>(request: Request): Request {
  const { [RELEASE_HEADER]: _release, ...headers } = request.headers;
  const { body } = request;
  return { ...request, headers, body: typeof body === "string" ? body.replaceAll(/,"release":\d+/g, "") : body };
}
