import { priceFile, type PricedWorkflow } from "#price-file/price-file.ts";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";
import guttersCape from "./gutters-cape.json" with { type: "json" };
import guttersColonial from "./gutters-colonial.json" with { type: "json" };
import insulationCape from "./insulation-cape.json" with { type: "json" };
import repairsCape from "./repairs-cape.json" with { type: "json" };
import repairsValley from "./repairs-valley.json" with { type: "json" };
import roofingColonial from "./roofing-colonial.json" with { type: "json" };
import roofingTudor from "./roofing-tudor.json" with { type: "json" };
import sidingColonial from "./siding-colonial.json" with { type: "json" };
import sidingRanch from "./siding-ranch.json" with { type: "json" };
import trimCape from "./trim-cape.json" with { type: "json" };
import trimPorch from "./trim-porch.json" with { type: "json" };
import windowsRanch from "./windows-ranch.json" with { type: "json" };
import windowsVictorian from "./windows-victorian.json" with { type: "json" };

/** Whole jobs as an estimator enters them, in workflow order. */
const FILES: readonly { readonly name: string }[] = [
  roofingColonial,
  roofingTudor,
  sidingColonial,
  sidingRanch,
  windowsRanch,
  windowsVictorian,
  guttersCape,
  guttersColonial,
  trimCape,
  trimPorch,
  repairsCape,
  repairsValley,
  insulationCape,
];

export interface SampleHouse {
  /** "Cape with new gutters" */
  readonly name: string;
  /** With the lines and prices of the starter price book. */
  readonly workflows: readonly PricedWorkflow[];
}

let priced: readonly SampleHouse[] | undefined;

/** The sample houses, priced from the starter price book on the first call. */
export function sampleHouses(): readonly SampleHouse[] {
  const book = indexPriceBook(starterPriceBook);
  priced ??= FILES.map((file) => {
    const { priced: result, problems } = priceFile(file, book);
    if (!result) throw new Error(`${file.name}: ${problems.map(({ path, text }) => `${path}: ${text}`).join(" ")}`);
    return { name: file.name, workflows: result.workflows };
  });
  return priced;
}
