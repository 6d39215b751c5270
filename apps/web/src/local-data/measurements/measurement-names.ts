import { Problem, type Settings } from "@ridgebook/contract";
import type { SettingsStore } from "#local-data/company-records.ts";
import type { LocalStore } from "#local-data/database/local-store.ts";
import type { Connection } from "#local-data/device/connection.ts";
import type { Drafts } from "#local-data/session/drafts.ts";

/** By the name in a file, the measurement it means; "" leaves it out. */
type MeasurementNames = Readonly<Record<string, string>>;

/**
 * What the company's people chose for names in files of measurements. A choice is kept on the device at once and sent when there is a
 * signal, after which it is part of the company's settings.
 */
export interface MeasurementNameStore {
  /** Those chosen here that the server may not have. */
  readUnsent(): Promise<MeasurementNames>;
  /** Keeps choices, and tries to send them. Rejects where they cannot be kept. */
  choose(names: MeasurementNames): Promise<void>;
  /** Sends what was not sent. Rejects with the `Problem` of a call that failed, after which they still wait. */
  send(): Promise<void>;
}

/** Beside the drafts of the settings' pages, which are counted from 1. */
const UNSENT = { storeName: "settings", id: 100 } as const;
/** As in the contract, whose routes would bring their schemas into the first download. */
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
  /** One change of what is kept after another, so that none is lost between reading and writing. */
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
      // What the server refuses is refused the next time as well: the company has as many names as it may.
      if (!(error instanceof Problem && error.code === "validation")) throw error;
    }
    // Nobody else's, where the answer came after its person has left.
    if (store.session() !== session) return;
    await inTurn(async () => {
      const now = await read();
      await keep(Object.fromEntries(Object.entries(now).filter(([name, chosen]) => names[name] !== chosen)));
    });
  };

  /** Several passes may end at once: they share a call. */
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
      // A call that is under way may have begun before the choice.
      await underWay?.catch(() => undefined);
      // Without a signal they wait, which is no failure of the choice.
      await send().catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
      });
    },
    send,
  };
}
