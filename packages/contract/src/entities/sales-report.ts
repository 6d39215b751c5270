import { roundMoney } from "@ridgebook/estimating";
import { z } from "zod";
import { userId } from "#ids.ts";

const count = z.number().int().min(0);
const dollars = z.number();

/** Estimates with a signed contract, and what the work of those contracts comes to as the estimates are now. Dollars. */
const salesFigures = {
  sales: count,
  /** What the homeowners pay. */
  price: dollars,
  /** Price less cost and less the lender's fee: what the company keeps. */
  margin: dollars,
  /** What lenders take, whoever bears it: `margin` is without it. 0 from a server that is older than it. */
  lenderFee: dollars.default(0),
};

export const salesReport = z.object({
  /** Leads by the month of their first estimate, "2026-05", and how many of them have signed a contract since. */
  cohorts: z.array(z.object({ month: z.string(), leads: count, closed: count })),
  /** Signed first in the days of the report. */
  total: z.object(salesFigures),
  people: z.array(
    z.object({
      /** null stands for leads without a salesperson. */
      userId: userId.nullable(),
      firstName: z.string(),
      lastName: z.string(),
      ...salesFigures,
    }),
  ),
  /** A sale counts in each of its workflows. */
  workflows: z.array(z.object({ workflowId: z.number().int(), ...salesFigures })),
  /** Estimates of leads that have signed nothing and are neither sold nor lost, by age in days; `toDays` null has no end. */
  open: z.array(
    z.object({ fromDays: z.number().int(), toDays: z.number().int().nullable(), estimates: count, value: dollars }),
  ),
});
export type SalesReport = z.output<typeof salesReport>;
export type SalesFigures = SalesReport["total"];

/** Ages of open estimates, in days, both included. */
export const OPEN_AGES = [
  { fromDays: 0, toDays: 30 },
  { fromDays: 31, toDays: 60 },
  { fromDays: 61, toDays: 90 },
  { fromDays: 91, toDays: 180 },
  { fromDays: 181, toDays: null },
] as const;

/** Of the price, as a fraction; undefined where nothing was sold. */
export const marginShare = ({ price, margin }: Pick<SalesFigures, "price" | "margin">): number | undefined =>
  price === 0 ? undefined : margin / price;

/** The margin before a lender takes its fee. */
export const marginInclLenderFee = ({ margin, lenderFee }: Pick<SalesFigures, "margin" | "lenderFee">): number =>
  roundMoney(margin + lenderFee);

export const averageTicket = ({ price, sales }: Pick<SalesFigures, "price" | "sales">): number | undefined =>
  sales === 0 ? undefined : Math.round((price / sales) * 100) / 100;

export const closeRate = ({ leads, closed }: { leads: number; closed: number }): number | undefined =>
  leads === 0 ? undefined : closed / leads;
