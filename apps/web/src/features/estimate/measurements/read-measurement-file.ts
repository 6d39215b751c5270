import { readNameXml } from "@ridgebook/estimating";
import type { MeasurementReply, MeasurementRequest } from "#features/estimate/measurements/measurement-worker.ts";
import type { ReadFile } from "#features/estimate/measurements/read-measurement-bytes.ts";

/** Hover's documents have some hundred KB; with all picture addresses and a hundred facades a few MB. */
export const MAX_MEASUREMENT_BYTES = 30_000_000;
/** XML is parsed on the main thread, which blocks the page; EagleView's exports are below 1 MB. */
const MAX_XML_LENGTH = 5_000_000;

const inMegabytes = (bytes: number): string => `${String(bytes / 1_000_000)} MB`;

const startWorker = (): Worker => new Worker(new URL("./measurement-worker.ts", import.meta.url), { type: "module" });

/** Reads a chosen or dropped file of measurements, or returns a sentence that says why it cannot. Never throws. */
export async function readMeasurementFile(file: File, { start = startWorker } = {}): Promise<ReadFile> {
  const { name, size } = file;
  if (size > MAX_MEASUREMENT_BYTES)
    return { refusal: `${name} is larger than ${inMegabytes(MAX_MEASUREMENT_BYTES)}, which no measurement file is.` };
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { refusal: `${name} cannot be read. It may have been moved or deleted.` };
  }
  try {
    const reply = await askWorker({ name, bytes }, start);
    return "xml" in reply ? readXml(name, reply.xml) : reply;
  } catch {
    // The worker fails to load after an update of the app, or when out of memory.
    return { refusal: `${name} could not be read here. Load the page again, and choose the file again.` };
  }
}

/** Runs a worker for one file, so that a crash affects nothing else. */
async function askWorker(request: MeasurementRequest, start: () => Worker): Promise<MeasurementReply> {
  const worker = start();
  try {
    return await new Promise<MeasurementReply>((resolve, reject) => {
      worker.addEventListener("message", ({ data }: MessageEvent<MeasurementReply>) => resolve(data));
      worker.addEventListener("error", ({ message }) => reject(new Error(message || "The worker did not load.")));
      worker.postMessage(request, [request.bytes.buffer]);
    });
  } finally {
    worker.terminate();
  }
}

function readXml(name: string, text: string): ReadFile {
  if (text.length > MAX_XML_LENGTH)
    return { refusal: `${name} is larger than ${inMegabytes(MAX_XML_LENGTH)}, which no XML of measurements is.` };
  // A document type may define entities, which measurements do not need and which may expand to anything.
  if (/<!DOCTYPE/i.test(text)) return { refusal: `${name} has a document type definition, and such XML is not read.` };
  const parsed = new DOMParser().parseFromString(text, "application/xml");
  if (parsed.querySelector("parsererror")) return { refusal: `${name} is not a whole XML file.` };
  return readNameXml(name, parsed.documentElement);
}
