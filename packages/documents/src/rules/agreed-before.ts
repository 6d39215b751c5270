import { DOCUMENT_LABELS } from "@ridgebook/contract";
import type { Agreed } from "#agreed/agreed-of.ts";
import type { DocumentModel, TableRow } from "#model/document-model.ts";
import { formatAmount, formatAmountChange, formatMoney } from "#wording/numbers.ts";
import { parseAmount } from "#wording/parse-amount.ts";
import type { FoundFault, PaperToCheck } from "./paper-fault.ts";

/*
 * Whether a change order starts from the values of the signed papers that it names. Those do not depend on settings or the app's version,
 * so an honest change order always matches.
 */

const COPY_SECTION = "changes-";

const tableIn = ({ sections }: DocumentModel, sectionId: string) =>
  sections.find(({ id }) => id === sectionId)?.blocks.find((block) => block.kind === "table");

/** As printed: amounts with half a cent are compared after rounding. */
const asPrinted = (dollars: number): string => formatMoney(parseAmount(formatAmount(dollars)) ?? 0);

const nameOfPaper = ({ kind, number }: DocumentModel): string => `${DOCUMENT_LABELS[kind].toLowerCase()} ${number}`;

/** "contract 2026-0514-K7QDMA with 2 change orders". */
function nameOfBase({ contract, changeOrders }: Agreed): string {
  const [only, ...others] = changeOrders;
  if (!only) return nameOfPaper(contract);
  if (others.length === 0) return `${nameOfPaper(contract)} with ${nameOfPaper(only)}`;
  return `${nameOfPaper(contract)} with ${String(changeOrders.length)} change orders`;
}

/** Work prices before the change that differ from the named papers. */
function wrongBefore(model: DocumentModel, base: Agreed): readonly FoundFault[] {
  const rows = tableIn(model, "price")?.rows ?? [];
  return model.sections
    .filter(({ id }) => id.startsWith(COPY_SECTION))
    .flatMap(({ id, heading }, index) => {
      const printed = parseAmount(rows[index]?.cells[1] ?? "");
      const agreed = asPrinted(base.copies.get(id.slice(COPY_SECTION.length))?.price ?? 0);
      const said = printed === null ? "no price" : formatMoney(printed);
      if (said === agreed) return [];
      return [
        {
          place: "sections.price",
          message: `${heading} came to ${said} before this change, it says; ${nameOfBase(base)} says ${agreed}.`,
        },
      ];
    });
}

/** Rows of the contract value that differ from the named papers' amounts. */
function wrongValue({ model, choices }: PaperToCheck, base: Agreed): readonly FoundFault[] {
  const fromAddendum = choices.kind === "changeOrder" ? choices.additionalWorkTotalBroughtFromAddendum : 0;
  const expected = [
    { name: nameOfPaper(base.contract), amount: formatAmount(base.contract.total ?? 0) },
    ...(fromAddendum === 0
      ? []
      : [{ name: "what earlier change orders on paper came to", amount: formatAmountChange(fromAddendum) }]),
    ...base.changeOrders.map((order) => ({ name: nameOfPaper(order), amount: formatAmountChange(order.total ?? 0) })),
    { name: "this change order", amount: formatAmountChange(model.total ?? 0) },
  ];
  const open: TableRow[] = [...(tableIn(model, "value")?.rows ?? [])];
  const missing = expected.filter(({ amount }) => {
    const place = open.findIndex(({ cells }) => parseAmount(cells.at(-1) ?? "") === parseAmount(amount));
    if (place !== -1) open.splice(place, 1);
    return place === -1;
  });
  const place = "sections.value";
  return [
    ...missing.map(({ name, amount }) => ({ place, message: `The contract value leaves out ${name} of ${amount}.` })),
    ...open.map(({ cells }) => ({
      place,
      message: `The contract value counts "${cells[0] ?? ""}" with ${cells.at(-1) ?? ""}, which none of the signed papers says.`,
    })),
  ];
}

/** Rows after those of the work: only one for the chosen additional cost is allowed. */
function wrongExtras({ model, choices }: PaperToCheck): readonly FoundFault[] {
  if (choices.kind !== "changeOrder") return [];
  const works = model.sections.filter(({ id }) => id.startsWith(COPY_SECTION)).length;
  const extras = (tableIn(model, "price")?.rows ?? []).slice(works);
  const wanted = choices.showAdditionalCost && choices.additionalCost !== 0 ? choices.additionalCost : null;
  const [first, second] = extras;
  const place = "sections.price";
  if (wanted === null || second) {
    const extra = wanted === null ? first : second;
    return extra ? [{ place, message: `"${extra.cells[0] ?? ""}" is no work of this change order.` }] : [];
  }
  const printed = first?.cells.at(-1) ?? "nothing";
  return parseAmount(printed) === parseAmount(formatAmountChange(wanted))
    ? []
    : [{ place, message: `The additional cost says ${printed}; ${formatMoney(wanted)} was chosen.` }];
}

/** A change order's stated prior agreement, compared with the signed papers that it names if all are known; and amounts besides work. */
export function wrongBase(paper: PaperToCheck): readonly FoundFault[] {
  const { model, base } = paper;
  if (model.kind !== "changeOrder") return [];
  return [...wrongExtras(paper), ...(base ? [...wrongBefore(model, base), ...wrongValue(paper, base)] : [])];
}
