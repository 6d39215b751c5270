import { z } from "zod";
import { MAX_PRICE } from "#constants.ts";

/** Far below a cent, far above the floating-point error of the largest price. */
const NOISE_CENTS = 1e-4;
/** Whether an amount has no part of a cent (1.§5). */
const isWholeCents = (dollars: number): boolean => Math.abs(dollars * 100 - Math.round(dollars * 100)) <= NOISE_CENTS;

/** Dollars and cents, 0 or more (1.§5). */
export const dollarAmount = (label: string) =>
  z
    .number(`${label} must be a number.`)
    .min(0, `${label} must be at least 0.`)
    .max(MAX_PRICE, `${label} must be at most ${String(MAX_PRICE)}.`)
    .refine(isWholeCents, `${label} must be in whole cents.`);
