import { Problem, type Settings } from "@ridgebook/contract";
import type { SettingsStore } from "#local-data/company-records.ts";
import type { LocalStore } from "#local-data/database/local-store.ts";
import type { Connection } from "#local-data/device/connection.ts";
import type { Drafts } from "#local-data/session/drafts.ts";

/** The measurements by their names in a file; "" leaves a name out. */
type MeasurementNames = Readonly<Record<string, string>>;

/**
 * The users' choices for names in measurement files. A choice is stored on the device and sent when there is a network; it is then part
 * of the company's settings.
 */
export interface MeasurementNameStore {
  /** The choices that may not be on the server. */
  readUnsent(): Promise<MeasurementNames>;
  /** Stores choices, and tries to send them. Rejects if they cannot be stored. */
  choose(names: MeasurementNames): Promise<void>;
  /** Sends unsent choices. Rejects with the `Problem` of a failed call, after which they stay unsent. */
  send(): Promise<void>;
}

/** The key among the drafts of the settings' pages, whose ids count from 1. */
const UNSENT = { storeName: "settings", id: 100 } as const;
/** As in the contract, whose routes would add their schemas to the first page load. */
const PATH = "/api/settings/measurement-names/";

const namesOf = (values: object = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === "string"));

export function createMeasurementNames({
  store,
  settings,
  drafts,
  connection,
}: {
  store: LocalStore;
  settings: SettingsStore;
  drafts: Drafts;
  connection: Connection;
}): MeasurementNameStore {
  /** Serializes read-modify-write, so that no choice is lost. */
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = queue.then(work, work);
    queue = result.catch(() => undefined);
    return result;
  };
  const read = async (): Promise<Record<string, string>> => namesOf((await drafts.read(UNSENT))?.values);
  const keep = async (names: Record<string, string>): Promise<void> =>
    Object.keys(names).length === 0 ? await drafts.drop(UNSENT) : await drafts.save({ ...UNSENT, values: names });

  const sendOnce = async (): Promise<void> => {
    if (connection.isUnreachable()) return;
    const session = store.session();
    const names = await read();
    if (Object.keys(names).length === 0) return;
    const over = await settings.read();
    try {
      const { body } = await connection.call({ method: "POST", path: PATH, body: { names }, session: session.owner });
      if (over) await settings.receive(body as Settings, { over });
    } catch (error) {
      // A retry would be refused too: the company has reached its limit of names.
      if (!(error instanceof Problem && error.code === "validation")) throw error;
    }
    // Ignore a reply that arrives after the session has ended.
    if (store.session() !== session) return;
    await inTurn(async () => {
      const now = await read();
      await keep(Object.fromEntries(Object.entries(now).filter(([name, chosen]) => names[name] !== chosen)));
    });
  };

  /** Concurrent callers share one call. */
  let underWay: Promise<void> | undefined;
  const send = (): Promise<void> => {
    underWay ??= sendOnce().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };

  return {
    readUnsent: read,
    choose: async (names) => {
      await inTurn(async () => keep({ ...(await read()), ...names }));
      // A running call may have started before the choice.
      await underWay?.catch(() => undefined);
      // Offline, the choices wait, which is no failure.
      await send().catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
      });
    },
    send,
  };
}
