import { z } from "zod";

/** What a device knows of its clock: `data.clock` of a signed paper. */
export const deviceClock = z.object({
  /** Seconds that the device's clock was ahead of the server's; null where it never heard of the server. */
  aheadSeconds: z.number().nullable(),
  /** When it was compared, by the server's clock. */
  comparedTime: z.iso.datetime().nullable(),
});
export type DeviceClock = z.infer<typeof deviceClock>;

/** More than this is said before signing and on the receipt. */
export const CLOCK_TOLERANCE_SECONDS = 600;

/** The time as the server would have told it, of a time of the device. */
export const correctedTime = (time: Date, { aheadSeconds }: DeviceClock): Date =>
  new Date(time.getTime() - (aheadSeconds ?? 0) * 1000);

/** What the device's clock said at a time of the server's: the other way round of `correctedTime`. */
export const deviceTimeOf = (time: Date, { aheadSeconds }: DeviceClock): Date =>
  new Date(time.getTime() + (aheadSeconds ?? 0) * 1000);

/** What a signed paper says of its device's clock; undefined where it says nothing that can be read. */
export function clockOf(data: Readonly<Record<string, string>>): DeviceClock | undefined {
  try {
    return deviceClock.safeParse(JSON.parse(data["clock"] ?? "")).data;
  } catch {
    return undefined;
  }
}
