import { block, documentModel, TYPE_VERSION, type DocumentModel } from "#model/document-model.ts";

/* Papers written by hand, as builders make them: what they say is known, so that what is printed can be compared. */

const check = (checked: boolean, text: string) => ({ checked, runs: [{ text }] });
const para = (text: string) => ({ type: "paragraph" as const, runs: [{ text }] });
const text = (...blocks: unknown[]) => block.parse({ kind: "text", blocks });

const window = (
  number: number,
  room: string,
  style: string,
  madeWith: string,
  [width, height]: readonly [number, number],
  quantity: string,
  texts: Record<string, string>,
) => ({
  number,
  room,
  style,
  madeWith,
  size: `${width} × ${height} in`,
  quantity,
  look: { width, height, texts: { style, exteriorColor: "Bronze", ...texts } },
});

const section = (part: Partial<DocumentModel["sections"][number]>): DocumentModel["sections"][number] => ({
  id: part.heading?.toLowerCase() ?? "",
  number: "",
  heading: "",
  note: "",
  aside: null,
  blocks: [],
  startsPage: false,
  ...part,
});

const COMPANY: DocumentModel["company"] = {
  name: "North Gable Exteriors",
  lines: ["2280 Gull Rd, Kalamazoo, MI 49048", "(269) 555-0142 · northgable.example", "License 2101-555012"],
  logoFileId: null,
  color: "#2ab0da",
  timeZone: "America/Detroit",
};

/** The contract of the design's pictures. */
export function sampleContract(): DocumentModel {
  return documentModel.parse({
    typeVersion: TYPE_VERSION,
    kind: "contract",
    title: "Home improvement contract",
    number: "2026-0514-K7QD",
    date: "2026-05-14",
    dateText: "May 14, 2026",
    company: { ...COMPANY, logoFileId: "logo" },
    parties: [
      {
        caption: "Owners",
        strong: ["Karen Whitfield", "Tom Whitfield"],
        lines: ["(269) 555-0119", "whitfield@example.com"],
      },
      { caption: "Place of work", strong: [], lines: ["1847 Maple Ridge Dr", "Portage, MI 49024"] },
      {
        caption: "Contractor",
        strong: ["North Gable Exteriors"],
        lines: ["Dana Mercer", "Exterior consultant", "(269) 555-0155"],
      },
    ],
    keyFigures: [
      { caption: "Contract price", large: "$33,364.52", lines: [] },
      { caption: "Down payment, then monthly", large: "", lines: ["$5,000.00", "120 × $374.68 at 9.99 % APR"] },
      { caption: "Work begins about", large: "", lines: ["June 15, 2026", "5 working days"] },
    ],
    sections: [
      section({
        id: "scope-1",
        number: "1",
        heading: "Roofing",
        note: "A checked line is part of this contract. An unchecked line is not.",
        aside: { lines: ["2,450 sq ft, 1 story", "6 in 12 pitch"], pitch: { rise: 6, run: 12 } },
        blocks: [
          block.parse({
            kind: "text",
            taskColumns: 2,
            blocks: [
              {
                type: "tasks",
                items: [
                  check(true, "Remove 1 layer of asphalt shingles, 27 squares"),
                  check(true, "Replace up to 6 sheets of OSB decking, 7/16 in"),
                  check(false, "Replace deck boards"),
                  check(true, "Ice barrier, 2 rows at 128 ft of eaves"),
                  check(true, "Synthetic underlayment on the whole roof"),
                  check(true, "Starter strip at eaves and rakes, 224 ft"),
                  check(true, "Architectural shingles, Weathered charcoal"),
                  check(true, "Hip and ridge caps, 62 ft"),
                  check(true, "Drip edge, aluminum, black, 224 ft"),
                  check(true, "Valley metal, W-valley, 34 ft"),
                  check(true, "Step flashing, aluminum, 28 ft"),
                  check(true, "3 PVC pipe flashings"),
                  check(true, "Chimney flashing kit, black"),
                  check(false, "Remove chimney"),
                  check(false, "Skylights"),
                  check(true, "Ridge vent, 48 ft"),
                  check(false, "Flat roof"),
                  check(true, "Roofing permit, City of Portage"),
                  check(true, "20 yd dumpster, set in the driveway"),
                ],
              },
            ],
          }),
        ],
      }),
      section({
        id: "scope-3",
        number: "2",
        heading: "Windows & Doors",
        note: "7 windows, replaced with lead-safe practice. Drawings are to one scale, seen from outside.",
        blocks: [
          {
            kind: "windows",
            rows: [
              window(1, "Kitchen", "Slider, 2-lite", "Low-E argon glass, full screen, exterior bronze", [48, 36], "1", {
                operatingSash: "Right sash opens (OX)",
              }),
              window(2, "Living room", "Picture", "Double Low-E glass, exterior bronze", [60, 60], "1", {}),
              window(
                3,
                "Primary bedroom",
                "Double hung",
                "Grid, flat colonial 3 × 2, double Low-E glass, full screen, exterior bronze, jamb 4-9/16 in",
                [36, 60],
                "2",
                { gridPattern: "Colonial 3 x 2", gridColor: "White" },
              ),
              window(4, "Bath", "Awning", "Obscure glass, full screen, exterior bronze", [30, 24], "1", {
                obscureSash: "Both",
              }),
              window(5, "Study", "Casement", "Grid, flat colonial 2 × 3, full screen, exterior bronze", [30, 54], "2", {
                swing: "Hinged left",
                gridPattern: "Colonial 2 x 3",
              }),
              window(6, "Stairs", "Half round", "Double Low-E glass, exterior white", [48, 24], "1", {
                exteriorColor: "White",
                gridPattern: "Colonial 3 x 2",
              }),
              window(7, "Dining room", "Bay", "Copper roof, double-hung flankers, exterior white", [96, 60], "1", {
                exteriorColor: "White",
                operatingSash: "Double-hung flankers",
                roofOption: "Copper roof",
              }),
            ],
          },
        ],
      }),
      section({
        id: "scope-2",
        number: "3",
        heading: "Gutters",
        blocks: [
          block.parse({
            kind: "text",
            taskColumns: 2,
            blocks: [
              {
                type: "tasks",
                items: [
                  check(true, "5 in K-style gutter, aluminum, black, 128 ft"),
                  check(true, "4 corners"),
                  check(true, "2 × 3 in downspouts, black, 48 ft"),
                  check(true, "12 elbows"),
                  check(true, "Micro-mesh gutter guard, 128 ft"),
                  check(false, "Heat cable"),
                ],
              },
            ],
          }),
        ],
      }),
      section({
        id: "price",
        heading: "Price",
        blocks: [
          {
            kind: "table",
            columns: [
              { label: "Work", align: "left", grow: 4, tone: "plain" },
              { label: "Price", align: "right", grow: 1, tone: "plain" },
              { label: "Discount 5 %", align: "right", grow: 1, tone: "plain" },
              { label: "Spring promotion", align: "right", grow: 1, tone: "plain" },
              { label: "Total", align: "right", grow: 1, tone: "strong" },
            ],
            rows: [
              { cells: ["1  Roofing", "21,688.51", "−1,028.59", "−305.04", "20,354.88"], indent: 0 },
              { cells: ["2  Windows & Doors", "9,804.61", "−479.81", "−137.68", "9,187.12"], indent: 0 },
              { cells: ["3  Gutters", "4,084.00", "−204.20", "−57.28", "3,822.52"], indent: 0 },
            ],
            totals: [{ cells: ["Contract price", "35,577.12", "−1,712.60", "−500.00", "$33,364.52"], indent: 0 }],
            note: "The discount does not apply to permits and the dumpster.",
          },
        ],
      }),
      section({
        id: "payment",
        heading: "Payment",
        blocks: [
          {
            kind: "options",
            rows: [
              {
                chosen: false,
                name: "Cash or check",
                detail: "In full at completion",
                middle: "",
                amount: "$33,364.52",
              },
              {
                chosen: false,
                name: "Same as cash",
                detail: "12 months, 0 % APR",
                middle: "$5,000.00 down",
                amount: "12 × $2,363.71",
              },
              {
                chosen: false,
                name: "Short term",
                detail: "60 months, 6.99 % APR",
                middle: "$5,000.00 down",
                amount: "60 × $561.52",
              },
              {
                chosen: true,
                name: "Long term",
                detail: "120 months, 9.99 % APR",
                middle: "$5,000.00 down",
                amount: "120 × $374.68",
              },
            ],
            note: "Financing is subject to credit approval. Amount financed $28,364.52.",
          },
        ],
      }),
      section({
        id: "photos",
        heading: "Photos",
        blocks: [
          {
            kind: "pictures",
            perRow: 3,
            pictures: [
              { fileId: "photo-1", caption: "Front, from the street" },
              { fileId: "photo-2", caption: "Chimney with its old flashing, which is replaced" },
              { fileId: "photo-1", caption: "" },
              { fileId: "photo-2", caption: "Gutter at the garage" },
            ],
          },
        ],
      }),
      section({
        id: "warranty",
        heading: "Warranty",
        blocks: [
          text(
            para(
              "Workmanship is warranted for as long as you own the home. Product warranties come from the makers and begin on the day of completion. Keep this contract with the papers of the house.",
            ),
            { type: "heading", level: 2, runs: [{ text: "What is covered" }] },
            {
              type: "list",
              ordered: false,
              items: [
                [{ text: "Leaks", bold: true }, { text: " that come from our work, at any time" }],
                [{ text: "Shingles that blow off in wind up to " }, { text: "110 miles an hour", italic: true }],
                [{ text: "Gutters that come loose" }],
              ],
            },
            {
              type: "list",
              ordered: true,
              items: [
                [{ text: "Call us." }],
                [{ text: "We look at it " }, { text: "within two days", underline: true }, { text: "." }],
              ],
            },
          ),
        ],
      }),
      section({
        id: "acknowledgements",
        heading: "Acknowledgements",
        blocks: [
          text({
            type: "tasks",
            items: [
              check(true, "We received the pamphlet “Renovate Right” before work begins. The house was built in 1974."),
              check(true, "Rotten decking beyond 6 sheets is priced by change order before it is replaced."),
              check(
                true,
                "Colors were chosen from samples: shingles Weathered charcoal, windows and gutters bronze and black.",
              ),
            ],
          }),
        ],
      }),
      section({
        id: "start",
        heading: "Start and changes",
        blocks: [
          text(
            para(
              "Work begins about June 15, 2026 and takes about 5 working days. Weather and material delivery may move the date; we call at least two days ahead. Any change of work or price is agreed in a signed change order.",
            ),
          ),
        ],
      }),
    ],
    closing: {
      rightToCancel: {
        lastDay: "Monday, May 18, 2026",
        notice:
          "You, the buyer, may cancel this transaction at any time prior to midnight of the third business day after the date of this transaction. See the attached notice of cancellation form for an explanation of this right.",
        form: {
          title: "Notice of cancellation",
          paragraphs: [
            "Date of transaction: May 14, 2026",
            "You may cancel this transaction, without any penalty or obligation, within three business days from the above date.",
            "If you cancel, any property traded in, any payments made by you under the contract or sale, and any negotiable instrument executed by you will be returned within 10 business days following receipt by the seller of your cancellation notice, and any security interest arising out of the transaction will be cancelled.",
            "To cancel this transaction, mail or deliver a signed and dated copy of this cancellation notice or any other written notice to North Gable Exteriors, 2280 Gull Rd, Kalamazoo, MI 49048, not later than midnight of Monday, May 18, 2026.",
            "I hereby cancel this transaction.",
            "Date ____________________    Buyer’s signature ______________________________",
          ],
        },
      },
      summary: [
        { text: "By signing, both sides agree to the scope, price and terms of this contract. Contract price " },
        { text: "$33,364.52", bold: true },
        { text: ", paid as " },
        { text: "long term, 120 × $374.68", bold: true },
        { text: " after $5,000.00 down." },
      ],
      signatures: [
        {
          key: "customer",
          name: "Karen Whitfield",
          role: "Owner",
          consent: "I agree to this contract.",
          required: true,
        },
        {
          key: "customer2",
          name: "Tom Whitfield",
          role: "Owner",
          consent: "I agree to this contract.",
          required: false,
        },
        {
          key: "salesperson",
          name: "Dana Mercer",
          role: "For North Gable Exteriors",
          consent: "I sign for North Gable Exteriors.",
          required: true,
        },
      ],
    },
    footer: {
      lines: ["North Gable Exteriors · Contract 2026-0514-K7QD", "Karen & Tom Whitfield, 1847 Maple Ridge Dr"],
      hasInitials: true,
    },
    attachmentFileIds: [],
    total: 33_364.52,
    runningTotal: 33_364.52,
  });
}

const MATERIALS: readonly (readonly [string, string, string, string, string, string])[] = [
  ["Shingle", "Architectural, Weathered charcoal", "81", "BND", "44.00", "3,564.00"],
  ["Starter", "Universal strip", "3", "BND", "58.00", "174.00"],
  ["Hip & ridge cap", "Standard, 25 ft", "3", "BND", "62.00", "186.00"],
  ["Underlayment", "Synthetic, 10 SQ", "3", "RL", "120.00", "360.00"],
  ["Ice & water membrane", "Self-adhered", "4", "RL", "95.00", "380.00"],
  ["Decking", "OSB 7/16 in", "6", "SH", "24.00", "144.00"],
  ["Drip edge", "Aluminum, black, 10 ft", "24", "PC", "9.50", "228.00"],
  ["Valley metal", "W-valley, 10 ft", "4", "PC", "26.00", "104.00"],
  ["Step flashing", "Aluminum, 8 in", "68", "PC", "1.10", "74.80"],
  ["Pipe flashing", "PVC boot", "3", "EA", "14.00", "42.00"],
  ["Chimney flashing", "Kit, black", "1", "EA", "140.00", "140.00"],
  ["Ridge vent", "4 ft, 18 sq in/ft", "12", "PC", "14.00", "168.00"],
  ["Fasteners", "Coil nails, 1-1/4 in", "2", "EA", "55.00", "110.00"],
  ["Roofing cement", "Tube", "2", "TB", "7.00", "14.00"],
  ["Caulk", "Tube", "2", "TB", "8.00", "16.00"],
];

/** The purchase order of the design's picture. */
export function samplePurchaseOrder(): DocumentModel {
  return documentModel.parse({
    ...sampleContract(),
    kind: "purchaseOrder",
    title: "Purchase order",
    number: "PO-26-0514-1",
    date: "2026-05-19",
    dateText: "May 19, 2026",
    company: { ...COMPANY, logoFileId: "logo", lines: COMPANY.lines.slice(0, 2) },
    parties: [
      {
        caption: "Supplier",
        strong: ["Lakeshore Building Supply"],
        lines: ["910 Covington Rd", "Kalamazoo, MI 49001", "orders@lakeshore.example"],
      },
      {
        caption: "Deliver to",
        strong: ["Whitfield, roof"],
        lines: ["1847 Maple Ridge Dr", "Portage, MI 49024", "Roof load, rear slope first"],
      },
      {
        caption: "Order",
        strong: [],
        lines: ["May 19, 2026", "Deliver June 12, before noon", "Project type: Roofing", "Ordered by Dana Mercer"],
      },
    ],
    keyFigures: [],
    sections: [
      section({
        id: "materials",
        blocks: [
          {
            kind: "table",
            columns: [
              { label: "", align: "left", grow: 0, tone: "quiet" },
              { label: "Material", align: "left", grow: 0, tone: "strong" },
              { label: "Choice", align: "left", grow: 1, tone: "quiet" },
              { label: "Qty", align: "right", grow: 0, tone: "strong" },
              { label: "Unit", align: "left", grow: 0, tone: "quiet" },
              { label: "Unit cost", align: "right", grow: 0, tone: "plain" },
              { label: "Amount", align: "right", grow: 0, tone: "plain" },
            ],
            rows: MATERIALS.map((cells, index) => ({ cells: [String(index + 1), ...cells], indent: 0 as const })),
            totals: [
              { cells: ["", "Materials", "", "", "", "", "5,704.80"], indent: 0 },
              { cells: ["", "Sales tax 6 %", "", "", "", "", "342.29"], indent: 0 },
              { cells: ["", "Order total", "", "", "", "", "$6,047.09"], indent: 0 },
            ],
            note: "",
          },
        ],
      }),
      section({
        id: "notes",
        heading: "Notes",
        blocks: [
          text(
            para(
              "Call Dana Mercer at (269) 555-0155 one hour before delivery. Keep the garage door free. Return full bundles only.",
            ),
          ),
          { kind: "blanks", labels: ["Received by, date"] },
        ],
      }),
    ],
    closing: null,
    footer: { lines: ["North Gable Exteriors · PO-26-0514-1 for contract 2026-0514-K7QD"], hasInitials: false },
    total: 6047.09,
    runningTotal: null,
  });
}
