import { isXml, readMeasurementText, textOfFile, type ReadFile } from "./read-measurement-bytes.ts";

/* Reads a file of measurements beside the page: thirty megabytes of JSON take a second, longer on a phone. */

export interface MeasurementRequest {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** XML comes back as text: a worker has no parser for it. */
export type MeasurementReply = ReadFile | { readonly xml: string };

/** The part of a worker's global scope in use. The DOM types of the app know only the window's. */
interface WorkerScope {
  postMessage(reply: MeasurementReply): void;
  addEventListener(type: "message", listener: (event: MessageEvent<MeasurementRequest>) => void): void;
}

declare const self: WorkerScope;

function read({ name, bytes }: MeasurementRequest): MeasurementReply {
  const { text, refusal } = textOfFile(name, bytes);
  if (text === undefined) return { refusal };
  return isXml(text) ? { xml: text } : readMeasurementText(name, text);
}

self.addEventListener("message", ({ data }) => self.postMessage(read(data)));
