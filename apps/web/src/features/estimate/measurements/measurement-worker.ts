import { isXml, readMeasurementText, textOfFile, type ReadFile } from "./read-measurement-bytes.ts";

/* Reads files of measurements in a worker: thirty megabytes of JSON take a second, longer on a phone. */

export interface MeasurementRequest {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** XML is returned as text, because workers have no parser for it. */
export type MeasurementReply = ReadFile | { readonly xml: string };

/** The used part of a worker's global scope, which the app's DOM types lack. */
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
