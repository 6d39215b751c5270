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
  /** Puts a price book into the spreadsheets of the invented storages. */
  addPriceBook(workbook: Uint8Array): void;
  close(): Promise<void>;
}

/** Loaded and started where there is a demo company, and never in production. */
export async function startStandIns(): Promise<StandIns> {
  const [hover, google, microsoft, zoho, companycam] = await Promise.all([
    startHoverTwin({ acceptsFormer: true }),
    startGoogleTwin({ acceptsFormer: true }),
    startMicrosoftTwin({ acceptsFormer: true, hashOf: quickXorHash }),
    startZohoTwin({ acceptsFormer: true }),
    startCompanyCamTwin({ acceptsFormer: true }),
  ]);
  return {
    ...{ hover, google, microsoft, zoho, companycam },
    addPriceBook(workbook) {
      for (const { tree } of [google, microsoft]) tree.setSpreadsheets(workbook);
    },
    close: async () => {
      await Promise.all([hover, google, microsoft, zoho, companycam].map((twin) => twin.close()));
    },
  };
}
