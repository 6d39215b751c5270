import { startCompanyCamTwin, type CompanyCamTwin } from "@ridgebook/testing/stand-ins/companycam/companycam-twin";
import { startGoogleTwin, type GoogleTwin } from "@ridgebook/testing/stand-ins/google/google-twin";
import { startHoverTwin, type HoverTwin } from "@ridgebook/testing/stand-ins/hover/hover-twin";
import { startMicrosoftTwin, type MicrosoftTwin } from "@ridgebook/testing/stand-ins/microsoft/microsoft-twin";
import { startZohoTwin, type ZohoTwin } from "@ridgebook/testing/stand-ins/zoho/zoho-twin";
import { quickXorHash } from "#integrations/one-drive/quick-xor-hash.ts";

/** Local stand-ins for the demo's external services. */
export interface StandIns {
  readonly hover: HoverTwin;
  readonly google: GoogleTwin;
  readonly microsoft: MicrosoftTwin;
  readonly zoho: ZohoTwin;
  readonly companycam: CompanyCamTwin;
  close(): Promise<void>;
}

/**
 * Loaded only for a demo company, and never in production.
 *
 * @param makePriceBook creates the workbook in the stand-in storages, on demand because it is slow
 */
export async function startStandIns({
  makePriceBook,
}: {
  makePriceBook: () => Promise<Uint8Array | undefined>;
}): Promise<StandIns> {
  let making: Promise<Uint8Array | undefined> | undefined;
  const makeWorkbook = (): Promise<Uint8Array | undefined> => (making ??= makePriceBook());
  const [hover, google, microsoft, zoho, companycam] = await Promise.all([
    startHoverTwin({ acceptsFormer: true }),
    startGoogleTwin({ acceptsFormer: true, makeWorkbook }),
    startMicrosoftTwin({ acceptsFormer: true, hashOf: quickXorHash, makeWorkbook }),
    startZohoTwin({ acceptsFormer: true }),
    startCompanyCamTwin({ acceptsFormer: true }),
  ]);
  return {
    hover,
    google,
    microsoft,
    zoho,
    companycam,
    close: async () => {
      await Promise.all([hover, google, microsoft, zoho, companycam].map((twin) => twin.close()));
    },
  };
}
