import { companyPlans, DEFAULT_SETTINGS, refusedLabel } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { DEMO_COMPANIES } from "./demo-accounts.ts";

test("[FIN-07] the demo company's plans could be saved unchanged: no label says that a loan with a finance charge is free", () => {
  const [demo] = DEMO_COMPANIES;
  const settings = { ...DEFAULT_SETTINGS, ...demo?.settings };
  const offered = companyPlans(settings).filter(({ isOffered }) => isOffered);
  expect(offered.length).toBeGreaterThanOrEqual(3);
  expect(offered.flatMap((plan) => refusedLabel(settings, plan) ?? [])).toEqual([]);
});
