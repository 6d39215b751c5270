import type { LocalChange } from "#local-data/database/change-record.ts";
import type { DocumentFile, Draft, EstimateDraft, HeldWork } from "#local-data/database/device-database.ts";
import type { Owner } from "#local-data/device/server-calls.ts";
import { RescueProblem } from "./rescue-problem.ts";

const FORMAT = "ridgebook-rescue";
const VERSION = 1;

type Unowned<Entry> = Omit<Entry, keyof Owner>;

/** The contents of a rescue file: all unsent work of one user in one company. */
export interface RescueWork extends Owner {
  /** The file's id. */
  id: string;
  /** Epoch milliseconds. */
  savedTime: number;
  changes: LocalChange[];
  /** The changed records and those they refer to. */
  records: HeldWork["records"];
  drafts: Unowned<Draft>[];
  estimateDrafts: Unowned<EstimateDraft>[];
  /** PDFs of unsent documents, and unsent photos. */
  files: Unowned<DocumentFile>[];
}

/** Writes the work as bytes: the length of the JSON in 4 bytes, the JSON, then the files one after the other. */
export function packWork({ files, ...work }: RescueWork): Uint8Array {
  const listed = files.map(({ bytes, ...file }) => ({ ...file, size: bytes.length }));
  const json = new TextEncoder().encode(JSON.stringify({ format: FORMAT, version: VERSION, ...work, files: listed }));
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 4 + json.length);
  const packed = new Uint8Array(size);
  new DataView(packed.buffer).setUint32(0, json.length);
  packed.set(json, 4);
  let offset = 4 + json.length;
  for (const { bytes } of files) {
    packed.set(bytes, offset);
    offset += bytes.length;
  }
  return packed;
}

interface PackedWork extends Omit<RescueWork, "files"> {
  format: string;
  version: number;
  files: (Omit<RescueWork["files"][number], "bytes"> & { size: number })[];
}

/** The reverse of `packWork`. Throws a `RescueProblem` for what this version cannot read. */
export function unpackWork(packed: Uint8Array): RescueWork {
  const { format, version, files, ...work } = readJson(packed);
  if (format !== FORMAT) throw new RescueProblem("damaged");
  if (version > VERSION) throw new RescueProblem("newerVersion");
  let offset = jsonEnd(packed);
  const unpacked = files.map(({ size, ...file }) => {
    offset += size;
    return { ...file, bytes: packed.slice(offset - size, offset) };
  });
  if (offset !== packed.length) throw new RescueProblem("damaged");
  return { ...work, files: unpacked };
}

const jsonEnd = ({ buffer, byteOffset, length }: Uint8Array): number =>
  length < 4 ? 0 : 4 + new DataView(buffer, byteOffset).getUint32(0);

/** Reads the JSON without a schema: only this app, or a person with the passphrase, can have written it. */
function readJson(packed: Uint8Array): PackedWork {
  try {
    return JSON.parse(new TextDecoder().decode(packed.subarray(4, jsonEnd(packed)))) as PackedWork;
  } catch {
    throw new RescueProblem("damaged");
  }
}
