import { isOnStep } from "./is-on-step.ts";

/** Costs and prices go from 0 to a billion, in cents (1.§5). */
const MAX_PRICE = 1_000_000_000;
const PRICE_STEP = 0.01;

/** Whether a number is an amount of at least 0 in whole cents, without a maximum. */
export const isInCents = (value: number): boolean => isOnStep({ value, base: 0, step: PRICE_STEP });

export const isPrice = (value: number): boolean => value <= MAX_PRICE && isInCents(value);
