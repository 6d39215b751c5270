import { readHoverMeasurements, type ReadMeasurements } from "@ridgebook/estimating";

/** Hover's documents are some hundred KB; a larger file is something else and would hold up the page. */
export const MAX_MEASUREMENT_BYTES = 5_000_000;

/** Reads a chosen or dropped file of measurements, or says in words why it cannot. Never throws. */
export async function readMeasurementFile(file: File): Promise<ReadMeasurements> {
  if (file.size > MAX_MEASUREMENT_BYTES)
    return {
      refusal: `${file.name} is larger than ${String(MAX_MEASUREMENT_BYTES / 1_000_000)} MB, which no measurement file is.`,
    };
  let text: string;
  try {
    text = await file.text();
  } catch {
    return { refusal: `${file.name} cannot be read. It may have been moved or deleted.` };
  }
  try {
    return readHoverMeasurements(JSON.parse(text.replace(/^\uFEFF/, "")));
  } catch {
    return { refusal: `${file.name} is not a JSON file of measurements.` };
  }
}
