/** Steps are the engine's rule, which also validates quantities (1.§5). */
export { isOnStep } from "@ridgebook/estimating";
