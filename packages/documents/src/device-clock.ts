import { z } from "zod";

/** A device's knowledge of its clock: `data.clock` of a signed paper. */
export const deviceClock = z.object({
  /** Seconds that the device's clock was ahead of the server's; null if never compared. */
  aheadSeconds: z.number().nullable(),
  /** When it was compared, by the server's clock. */
  comparedTime: z.iso.datetime().nullable(),
});
export type DeviceClock = z.infer<typeof deviceClock>;

/** Larger offsets are shown before signing and on the receipt. */
export const CLOCK_TOLERANCE_SECONDS = 600;

/** Converts a device's time to the server's clock. */
export const correctedTime = (time: Date, { aheadSeconds }: DeviceClock): Date =>
  new Date(time.getTime() - (aheadSeconds ?? 0) * 1000);

/** The inverse of `correctedTime`. */
export const deviceTimeOf = (time: Date, { aheadSeconds }: DeviceClock): Date =>
  new Date(time.getTime() + (aheadSeconds ?? 0) * 1000);

/** A signed paper's device clock; undefined if missing or unreadable. */
export function clockOf(data: Readonly<Record<string, string>>): DeviceClock | undefined {
  try {
    return deviceClock.safeParse(JSON.parse(data["clock"] ?? "")).data;
  } catch {
    return undefined;
  }
}
