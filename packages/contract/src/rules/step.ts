/** The rule of steps is the engine's: quantities are checked there as well (1.§5). */
export { isOnStep } from "@ridgebook/estimating";
