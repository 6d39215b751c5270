import { isNoFile } from "@ridgebook/contract";
import type { DocumentSection, DocumentModel, Block, KeyFigure } from "#model/document-model.ts";
import type { ContractChoices, DocumentTextName } from "#choices/document-choices.ts";
import type { DocumentSource } from "#model/document-source.ts";
import { parseRichText } from "#rich-text/parse-rich-text.ts";
import { printedBlocks } from "#rich-text/text-runs.ts";
import { dayText } from "#wording/dates.ts";
import {
  companyName,
  contractorParty,
  documentDay,
  documentFrame,
  ownerParty,
  placeParty,
} from "#wording/document-frame.ts";
import { formatMoney, formatQuantity } from "#wording/numbers.ts";
import { rightToCancel } from "#wording/right-to-cancel.ts";
import { signatureSlots } from "#wording/signature-slots.ts";
import { textOfSettings } from "#wording/text-settings.ts";
import { copiesOnPaper, section, type CopyOnPaper } from "./company-paper.ts";
import { packageSections, packageSentence } from "./contract-packages.ts";
import { chosenWay, paidAs, paymentBlocks, paymentFigure, paymentWays, totalOf } from "./contract-payment.ts";
import { priceTable } from "./contract-prices.ts";
import { scopeSection, withPointers } from "./contract-scope.ts";

/** A text of the contract: its own, else the settings'; empty without one. */
function texts(
  { settings }: Pick<DocumentSource, "settings">,
  choices: Pick<ContractChoices, "texts">,
  name: DocumentTextName,
  tone: "plain" | "caption" = "plain",
): Block[] {
  const blocks = printedBlocks(parseRichText(choices.texts[name] ?? textOfSettings(settings, name)));
  return blocks.length === 0 ? [] : [{ kind: "text", blocks, taskColumns: 1, tone }];
}

const sentence = (text: string, tone: "plain" | "quiet" = "plain"): Block => ({
  kind: "text",
  blocks: [{ type: "paragraph", runs: [{ text }] }],
  taskColumns: 1,
  tone,
});

/** A section, if it has content. */
const filled = (id: string, heading: string, blocks: readonly Block[]): DocumentSection[] =>
  blocks.length === 0 ? [] : [section(id, { heading, blocks: [...blocks] })];

/** "5 working days". */
const workingDaysText = (days: number): string => `${formatQuantity(days)} working ${days === 1 ? "day" : "days"}`;

export const startFigure = ({
  startDate,
  workingDays,
}: Pick<ContractChoices, "startDate" | "workingDays">): KeyFigure => ({
  caption: "Work begins about",
  large: "",
  lines: [
    startDate === null ? "To be agreed" : dayText(startDate),
    ...(workingDays === null ? [] : [workingDaysText(workingDays)]),
  ],
});

function startSentence({ startDate, workingDays }: Pick<ContractChoices, "startDate" | "workingDays">): Block[] {
  const begins = startDate === null ? "" : `Work begins about ${dayText(startDate)}`;
  const takes = workingDays === null ? "" : `takes about ${workingDaysText(workingDays)}`;
  if (begins === "" && takes === "") return [];
  if (begins === "") return [sentence(`The work ${takes}.`)];
  return [sentence(`${begins}${takes === "" ? "" : ` and ${takes}`}.`)];
}

/** A copy's work: the chosen package, or all compared ones. */
function workSections(
  source: DocumentSource,
  choices: ContractChoices,
  copy: CopyOnPaper,
  copies: readonly CopyOnPaper[],
): DocumentSection[] {
  const others = copies.filter((each) => each !== copy);
  const scope = withPointers(scopeSection(source, choices, copy), others);
  const packages = packageSections(source, choices, copy);
  const chosen = packages.length > 0 ? "" : packageSentence(source, copy);
  return [chosen === "" ? scope : { ...scope, blocks: [sentence(chosen, "quiet"), ...scope.blocks] }, ...packages];
}

const LIFETIME_WORKMANSHIP =
  "We warrant our workmanship for as long as you own the home. Products carry the warranties of their makers.";

/** The contract's warranty sentence, if the settings have one. */
export const warrantySentence = ({ settings }: DocumentSource): string | undefined =>
  settings.lifetimeWorkmanship ? LIFETIME_WORKMANSHIP : undefined;

function warranty(source: DocumentSource, choices: ContractChoices): Block[] {
  const { contractWarrantyImage } = source.settings;
  const before = warrantySentence(source);
  return [
    ...(before === undefined ? [] : [sentence(before)]),
    ...texts(source, choices, "warranty"),
    ...(contractWarrantyImage === null || isNoFile(contractWarrantyImage)
      ? []
      : [
          {
            kind: "pictures",
            perRow: 1,
            pictures: [{ fileId: contractWarrantyImage, caption: "" }],
          } satisfies Block,
        ]),
  ];
}

function photos({ settings }: DocumentSource, choices: ContractChoices): Block[] {
  if (!settings.showPhotosSection || choices.photos.length === 0) return [];
  return [
    { kind: "pictures", perRow: 2, pictures: choices.photos.map(({ fileId, caption }) => ({ fileId, caption })) },
  ];
}

/** The company's logos of associations and manufacturers. */
function logos({ settings }: DocumentSource): Block[] {
  const pictures = settings.contractLogos.filter((id) => !isNoFile(id)).map((fileId) => ({ fileId, caption: "" }));
  return pictures.length === 0 ? [] : [{ kind: "pictures", perRow: 3, pictures }];
}

/**
 * The contract between homeowner and company (3.§3 "Company settings", DOC-28 to DOC-30). It contains no cost and no margin; its price is
 * the engine's for its copies.
 */
export function buildContract(source: DocumentSource, choices: ContractChoices): DocumentModel {
  const { lead, estimate, settings } = source;
  // A single workflow is numbered too: its price and its text refer to each other.
  const copies = copiesOnPaper(source, choices.copies).map((copy, index) => ({ ...copy, number: String(index + 1) }));
  const keys = new Set(copies.map(({ key }) => key));
  const total = totalOf(estimate, keys);
  const ways = paymentWays(source, keys);
  const way = chosenWay(ways);
  const date = documentDay(source);
  const cancel = rightToCancel(settings, date);
  const toldOfCancelling = cancel
    ? ` I was told of my right to cancel until midnight of ${cancel.lastDay}, and received two copies of the form for it.`
    : "";
  const frame = documentFrame(source, { kind: "contract", title: "Home improvement contract" });
  return {
    ...frame,
    parties: [ownerParty(lead, choices.customerNames), placeParty(lead), contractorParty(source)],
    keyFigures: [
      { caption: "Contract price", large: formatMoney(total), lines: [] },
      paymentFigure(estimate, way, total),
      startFigure(choices),
    ],
    sections: [
      ...copies.flatMap((copy) => workSections(source, choices, copy, copies)),
      section("price", { heading: "Price", blocks: [priceTable(source, copies)] }),
      ...filled("payment", "Payment", [
        ...paymentBlocks(source, ways, total),
        ...texts(source, choices, "paymentDisclaimer"),
      ]),
      ...filled("photos", "Photos", photos(source, choices)),
      ...filled("warranty", "Warranty", warranty(source, choices)),
      ...filled("notes", "Notes", texts(source, choices, "notes")),
      ...filled("start", "Start", [...startSentence(choices), ...texts(source, choices, "startDateDisclaimer")]),
      ...filled("disclosures", "Disclosures", texts(source, choices, "disclosures")),
      ...filled("legal", "Terms", texts(source, choices, "legalText")),
      ...filled("logos", "", logos(source)),
      ...filled("acknowledgements", "Acknowledgements", texts(source, choices, "acknowledgements")),
    ],
    closing: {
      rightToCancel: cancel,
      summary: [
        { text: "By signing, both sides agree to the scope, price and terms of this contract. Contract price " },
        { text: formatMoney(total), bold: true },
        ...paidAs(way),
      ],
      signatures: signatureSlots(source, {
        names: choices.customerNames,
        paper: "contract",
        owner: `I agree to its scope, its price of ${formatMoney(total)} and its terms.${toldOfCancelling}`,
        company: `${companyName(settings) || "The contractor"} agrees to do this work at this price and on these terms.`,
      }),
    },
    attachmentFileIds: settings.contractAttachments.filter((id) => !isNoFile(id)),
    total,
    runningTotal: total,
  };
}
