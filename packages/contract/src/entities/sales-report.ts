import { roundMoney } from "@ridgebook/estimating";
import { z } from "zod";
import { userId } from "#ids.ts";

const count = z.number().int().min(0);
const dollars = z.number();

/** Estimates with a signed contract, and the current total of the contracts' work. Dollars. */
const salesFigures = {
  sales: count,
  /** What the homeowners pay. */
  price: dollars,
  /** Price less cost and the lender's fee. */
  margin: dollars,
  /** Lenders' fees, no matter who pays them, which `margin` excludes. 0 from an older server. */
  lenderFee: dollars.default(0),
};

export const salesReport = z.object({
  /** Leads by the month of their first estimate, "2026-05", and how many have signed a contract since. */
  cohorts: z.array(z.object({ month: z.string(), leads: count, closed: count })),
  /** First signed in the report's period. */
  total: z.object(salesFigures),
  people: z.array(
    z.object({
      /** Null for leads without a salesperson. */
      userId: userId.nullable(),
      firstName: z.string(),
      lastName: z.string(),
      ...salesFigures,
    }),
  ),
  /** A sale counts in each of its workflows. */
  workflows: z.array(z.object({ workflowId: z.number().int(), ...salesFigures })),
  /** Lost leads by reason, of those made in the report's period, the most frequent first; "" without a reason. */
  lost: z.array(z.object({ reason: z.string(), leads: count })).default([]),
  /** Estimates of unsigned leads that are neither sold nor lost, by age in days; a null `toDays` is unbounded. */
  open: z.array(
    z.object({ fromDays: z.number().int(), toDays: z.number().int().nullable(), estimates: count, value: dollars }),
  ),
});
export type SalesReport = z.output<typeof salesReport>;
export type SalesFigures = SalesReport["total"];

/** Age ranges of open estimates in days, inclusive. */
export const OPEN_AGES = [
  { fromDays: 0, toDays: 30 },
  { fromDays: 31, toDays: 60 },
  { fromDays: 61, toDays: 90 },
  { fromDays: 91, toDays: 180 },
  { fromDays: 181, toDays: null },
] as const;

/** The margin as a fraction of the price; undefined without sales. */
export const marginShare = ({ price, margin }: Pick<SalesFigures, "price" | "margin">): number | undefined =>
  price === 0 ? undefined : margin / price;

/** The margin before a lender's fee. */
export const marginInclLenderFee = ({ margin, lenderFee }: Pick<SalesFigures, "margin" | "lenderFee">): number =>
  roundMoney(margin + lenderFee);

export const averageTicket = ({ price, sales }: Pick<SalesFigures, "price" | "sales">): number | undefined =>
  sales === 0 ? undefined : Math.round((price / sales) * 100) / 100;

export const closeRate = ({ leads, closed }: { leads: number; closed: number }): number | undefined =>
  leads === 0 ? undefined : closed / leads;
