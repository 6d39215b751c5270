import { readAllowedTarget, type AllowedTarget } from "#egress/allowed-targets.ts";

/** Allows companies of a test to reach servers of this machine, each on its port. */
export const allowedHere = (...servers: readonly { port: number }[]): AllowedTarget[] =>
  servers.flatMap(({ port }) => readAllowedTarget(`127.0.0.1:${String(port)}`) ?? []);
