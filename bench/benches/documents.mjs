import { bundlePapers, sampleContracts } from "../product/papers.mjs";
import { measureDrawing } from "./documents/drawing.mjs";
import { measureServer } from "./documents/server.mjs";

const LONG_PAGES = 45;

/**
 * Making a contract's PDF, short and long, on the server and in the browser, beside Chromium's printing and react-pdf; and how
 * late a server answers while it makes twenty.
 *
 * @param {{ resources: import("../measuring/held-resources.mjs").HeldResources }} options
 * @returns {Promise<import("../measuring/figures.mjs").Figure[]>}
 */
export async function measureDocuments({ resources }) {
  const bundled = await bundlePapers({ resources });
  const contracts = await sampleContracts(bundled.papers, bundled.fonts, { long: LONG_PAGES });
  const server = await measureServer({ resources, bundled, contract: contracts.short });
  const drawing = await measureDrawing({ resources, bundled, contracts });
  return [...drawing, ...server];
}
