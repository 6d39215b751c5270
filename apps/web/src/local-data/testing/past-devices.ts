import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { createSpecifiedDatabase } from "#local-data/database/specified-database.ts";
import { openDeviceVersion } from "./device-versions.ts";
import type { TestDevice, TestTab } from "./test-device.ts";

/*
 * The device of a release on record: one JSON object a line, so that a record reads, and differs from another, row by row. Bytes are
 * base64 under BYTES.
 */

export const PAST_RELEASES_FOLDER = path.join(import.meta.dirname, "../past-releases");

const BYTES = "$base64";

export type Row = Readonly<Record<string, unknown>>;
/** Rows by their database and store, as "ridgebook leads". */
export type Stores = ReadonlyMap<string, readonly Row[]>;

type Line =
  | { readonly release: number; readonly deviceVersion: number }
  | { readonly rescueFile: Uint8Array; readonly passphrase: string }
  | { readonly text: string; readonly value: string }
  | { readonly store: string; readonly row: Row };

export interface PastDevice {
  readonly release: number;
  /** The version of `ridgebook-device`. */
  readonly deviceVersion: number;
  readonly rescueFile: Uint8Array;
  readonly passphrase: string;
  /** Entries of `localStorage`. */
  readonly texts: ReadonlyMap<string, string>;
  readonly stores: Stores;
}

const encodeBytes = (value: unknown): string =>
  JSON.stringify(value, (_name, each: unknown) =>
    each instanceof Uint8Array ? { [BYTES]: Buffer.from(each).toString("base64") } : each,
  );

const decodeBytes = (text: string): unknown =>
  JSON.parse(text, (_name, each: unknown) =>
    typeof each === "object" && each !== null && BYTES in each
      ? new Uint8Array(Buffer.from(String(each[BYTES]), "base64"))
      : each,
  );

/** Everything in both databases; `tab` has them open. */
export async function readStores({ databases: { specified, device } }: Pick<TestTab, "databases">): Promise<Stores> {
  const stores = new Map<string, Row[]>();
  for (const database of [specified, device])
    for (const table of database.tables) stores.set(`${database.name} ${table.name}`, (await table.toArray()) as Row[]);
  return stores;
}

export function toRecord({ release, deviceVersion, rescueFile, passphrase, texts, stores }: PastDevice): string {
  const lines: Line[] = [
    { release, deviceVersion },
    { rescueFile, passphrase },
    ...[...texts].map(([text, value]) => ({ text, value })),
    ...[...stores].flatMap(([store, rows]) => rows.map((row) => ({ store, row }))),
  ];
  return `${lines.map(encodeBytes).join("\n")}\n`;
}

export function parseRecord(text: string): PastDevice {
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => decodeBytes(line) as Line);
  const head = lines.find((line) => "release" in line);
  const rescue = lines.find((line) => "rescueFile" in line);
  if (!head || !rescue) throw new Error("A record has its release and a rescue file.");
  const stores = new Map<string, Row[]>();
  for (const line of lines) if ("store" in line) stores.set(line.store, [...(stores.get(line.store) ?? []), line.row]);
  const texts = new Map(lines.flatMap((line) => ("text" in line ? [[line.text, line.value] as const] : [])));
  return { ...head, ...rescue, texts, stores };
}

/** Every device on record, oldest first. */
export const readPastDevices = (): PastDevice[] =>
  readdirSync(PAST_RELEASES_FOLDER)
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => parseRecord(readFileSync(path.join(PAST_RELEASES_FOLDER, name), "utf8")))
    .sort((one, other) => one.release - other.release);

/** Leaves a device as the release left it, in databases of its versions. */
export async function leaveDevice(device: TestDevice, past: PastDevice): Promise<void> {
  const specified = createSpecifiedDatabase(device.storage);
  await specified.open();
  const own = openDeviceVersion(device.storage, past.deviceVersion);
  for (const database of [specified, own]) {
    for (const [store, rows] of past.stores) {
      const [name, table = ""] = store.split(" ");
      if (name === database.name) await database.table(table).bulkPut(structuredClone([...rows]));
    }
    database.close();
  }
  for (const [name, value] of past.texts) device.texts.setItem(name, value);
}
