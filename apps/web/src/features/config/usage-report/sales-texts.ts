import {
  formatTime,
  averageTicket,
  closeRate,
  CURRENCY,
  LOCALE,
  MARGIN_INCL_LENDER_FEE,
  marginInclLenderFee,
  marginLabel,
  marginShare,
  type SalesFigures,
  type SalesReport,
} from "@ridgebook/contract";
import { WORKFLOWS } from "@ridgebook/estimating";
import { csvFile } from "#files/csv.ts";

const NOTHING = "–";

const dollars = new Intl.NumberFormat(LOCALE, { style: "currency", currency: CURRENCY });
const percents = new Intl.NumberFormat(LOCALE, {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

export const dollarsText = (amount: number | undefined): string =>
  amount === undefined ? NOTHING : dollars.format(amount).replace("-", "−");
export const shareText = (share: number | undefined): string =>
  share === undefined ? NOTHING : percents.format(share).replace("-", "−");

/** "May 2026" of "2026-05". */
export const monthText = (month: string): string =>
  formatTime({ time: `${month}-01T00:00:00Z`, timeZone: "UTC", month: "long", year: "numeric" });

export const workflowText = (id: number): string =>
  WORKFLOWS.find((workflow) => workflow.id === id)?.name ?? `Workflow ${String(id)}`;

export const ageText = ({ fromDays, toDays }: SalesReport["open"][number]): string =>
  toDays === null ? `Over ${String(fromDays - 1)} days` : `${String(fromDays)} to ${String(toDays)} days`;

export const salesPersonName = ({ userId, firstName, lastName }: SalesReport["people"][number]): string =>
  userId === null ? "Without salesperson" : `${firstName} ${lastName}`.trim() || "Unknown person";

export const lostReasonText = ({ reason }: SalesReport["lost"][number]): string => reason || "Not said";

const cents = (amount: number | undefined): string => (amount === undefined ? "" : amount.toFixed(2));
const percent = (share: number | undefined): string => (share === undefined ? "" : (share * 100).toFixed(1));

/** Column heads of sales; with lender's fees both margins are among them. */
export function salesColumns({ total }: Pick<SalesReport, "total">): string[] {
  const name = marginLabel(total);
  const before = total.lenderFee > 0 ? [MARGIN_INCL_LENDER_FEE] : [];
  return ["Sales", "Price", "Average ticket", name, `${name}, %`, ...before];
}

/** The cells below `salesColumns`. */
export const salesCells = <Cell>(
  { total }: Pick<SalesReport, "total">,
  row: SalesFigures,
  texts: { dollars: (amount: number | undefined) => Cell; share: (share: number | undefined) => Cell },
): (Cell | number)[] => [
  row.sales,
  texts.dollars(row.price),
  texts.dollars(averageTicket(row)),
  texts.dollars(row.margin),
  texts.share(marginShare(row)),
  ...(total.lenderFee > 0 ? [texts.dollars(marginInclLenderFee(row))] : []),
];

/** Its tables below each other, each with its head. */
export function salesCsv(report: SalesReport, { startDate, endDate }: { startDate: string; endDate: string }): File {
  const columns = salesColumns(report);
  const figures = (row: SalesFigures) => salesCells(report, row, { dollars: cents, share: percent });
  return csvFile(`sales-${startDate}-to-${endDate}.csv`, [
    ["Month of first estimate", "Leads", "Signed", "Close rate, %"],
    ...report.cohorts.map((row) => [row.month, row.leads, row.closed, percent(closeRate(row))]),
    [],
    ["Salesperson", ...columns],
    ...report.people.map((row) => [salesPersonName(row), ...figures(row)]),
    ["Total", ...figures(report.total)],
    [],
    ["Workflow", ...columns],
    ...report.workflows.map((row) => [workflowText(row.workflowId), ...figures(row)]),
    [],
    ["Age of open estimates", "Estimates", "Worth"],
    ...report.open.map((row) => [ageText(row), row.estimates, cents(row.value)]),
    [],
    ["Why leads were lost", "Leads"],
    ...report.lost.map((row) => [lostReasonText(row), row.leads]),
  ]);
}
