import { startCompanyCamTwin, type CompanyCamTwin } from "@ridgebook/testing/stand-ins/companycam/companycam-twin";
import { startGoogleTwin, type GoogleTwin } from "@ridgebook/testing/stand-ins/google/google-twin";
import { startHoverTwin, type HoverTwin } from "@ridgebook/testing/stand-ins/hover/hover-twin";
import { startMicrosoftTwin, type MicrosoftTwin } from "@ridgebook/testing/stand-ins/microsoft/microsoft-twin";
import { startZohoTwin, type ZohoTwin } from "@ridgebook/testing/stand-ins/zoho/zoho-twin";
import { quickXorHash } from "#integrations/one-drive/quick-xor-hash.ts";

/** The services that a demo offers to try, on this machine only. */
export interface StandIns {
  readonly hover: HoverTwin;
  readonly google: GoogleTwin;
  readonly microsoft: MicrosoftTwin;
  readonly zoho: ZohoTwin;
  readonly companycam: CompanyCamTwin;
  close(): Promise<void>;
}

/**
 * Loaded and started where there is a demo company, and never in production.
 *
 * @param makePriceBook the workbook in the spreadsheets of the invented storages: made for who calls one, since it takes longer than all
 *   else here
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
    ...{ hover, google, microsoft, zoho, companycam },
    close: async () => {
      await Promise.all([hover, google, microsoft, zoho, companycam].map((twin) => twin.close()));
    },
  };
}
