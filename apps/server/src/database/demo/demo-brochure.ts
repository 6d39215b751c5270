import type { Settings } from "@ridgebook/contract";
import { block, companyOnPaper, dayOf, timeZoneOf, TYPE_VERSION, type DocumentModel } from "@ridgebook/documents";

/*
 * The one-page brochure that follows each contract of the demo company: how to prepare, what to expect, how to care for the work. A
 * contract's attachments are part of the agreement, so it promises nothing beyond the contract.
 */

export const DEMO_BROCHURE_NAME = "Before, during and after the work.pdf";
const TITLE = "Before, during and after the work";

const list = (...lines: string[]): DocumentModel["sections"][number]["blocks"][number] =>
  block.parse({
    kind: "text",
    blocks: [{ type: "list", ordered: false, items: lines.map((text) => [{ text }]) }],
  });

const COLUMNS = [
  { label: "When", align: "left", grow: 1, tone: "strong" },
  { label: "Look at", align: "left", grow: 2, tone: "plain" },
  { label: "What helps", align: "left", grow: 5, tone: "plain" },
];

const CARE = [
  ["Spring", "Roof, from the ground", "Lifted, cracked or missing shingles: send us a photo, and stay off the roof."],
  ["Summer", "Siding and trim", "Hose, soft brush, mild soap. A pressure washer drives water behind it."],
  ["Fall", "Windows and doors", "Clean the tracks and their weep holes. Renew caulk that has cracked."],
  ["Fall", "Gutters, downspouts", "Clear out the leaves. Water has to run off away from the house."],
  ["Winter", "Eaves and attic", "Rake snow from the ground, never chip ice. Damp wood in the attic: call."],
  [
    "After a storm",
    "All of it, from the ground",
    "Take photos before anything is moved or repaired: insurers ask for them.",
  ],
];

const section = (
  id: string,
  heading: string,
  blocks: DocumentModel["sections"][number]["blocks"],
): DocumentModel["sections"][number] => ({
  id,
  number: "",
  heading,
  note: "",
  aside: null,
  blocks,
  startsPage: false,
});

export function writeDemoBrochure(settings: Settings, now: Date): DocumentModel {
  const company = companyOnPaper(settings);
  return {
    typeVersion: TYPE_VERSION,
    // Without parties, figures and signatures, the kind only decides how much room the head has.
    kind: "itemizedEstimate",
    title: TITLE,
    number: "",
    date: dayOf(now, timeZoneOf(settings)),
    dateText: "",
    company,
    parties: [],
    keyFigures: [],
    closing: null,
    attachmentFileIds: [],
    total: null,
    runningTotal: null,
    sections: [
      section("before", "Before we come", [
        list(
          "Clear the driveway and the garage the evening before: dumpster and delivery need the room.",
          "Take pictures off walls below the work, and cover what stands in the attic against dust.",
          "Clear the ground along the house of grills, furniture and planters. Mark sprinklers and dog fences.",
          "Tell the neighbors. It is loud, most of all in the first hours.",
        ),
      ]),
      section("during", "While we work", [
        list(
          "Keep clear of ladders and of the ground below the roof's edge, children and pets above all.",
          "Rain stops the work. What is open is covered before the crew leaves.",
          "Damage that nobody could see from outside is shown to you, and handled as your contract says.",
        ),
      ]),
      section("after", "When we are done", [
        list(
          "Walk around the house with us: what you see is put right most easily while the crew is there.",
          "We pick up nails with a magnet. Wear shoes outside for a few days all the same.",
          "Keep the contract, the makers' warranties and the left-over pieces, for repairs and a sale.",
        ),
      ]),
      section("care", "Through the year", [
        block.parse({
          kind: "table",
          columns: COLUMNS,
          rows: CARE.map((cells) => ({ cells, indent: 0 })),
          totals: [],
          note: "This sheet explains and advises. What we do, what it costs and what is warranted is in the contract, and nothing here changes it.",
        }),
      ]),
    ],
    footer: { lines: [[company.name, TITLE].join(" · ")], hasInitials: false },
  };
}
