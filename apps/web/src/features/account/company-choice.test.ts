import type { Company, CompanyId } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { companyChoice } from "#features/account/company-choice.ts";

const buildCompany = (id: number): Company => ({ id: id as CompanyId, name: `Company ${String(id)}`, active: true });
const one = [buildCompany(3)];
const two = [buildCompany(3), buildCompany(4)];
const chosen = 3 as CompanyId;

test.each([
  ["true", chosen, one, { kind: "ask" }],
  ["true", null, one, { kind: "ask" }],
  ["false", chosen, two, { kind: "goOn" }],
  ["null", chosen, two, { kind: "goOn" }],
  [undefined, chosen, two, { kind: "goOn" }],
  ["false", null, one, { kind: "choose", companyId: 3 }],
  ["null", null, two, { kind: "ask" }],
  [undefined, null, [], { kind: "ask" }],
])("[OP-61] [ROUTE-12] select=%s with company %s of %j: %j", (select, companyId, companies, choice) => {
  expect(companyChoice({ select, companyId, companies, isInvited: false })).toEqual(choice);
});

test.each([
  [chosen, two],
  [null, one],
  [null, []],
])("[AUTH-44] an invitation is shown before the person goes on, with company %s of %j", (companyId, companies) => {
  expect(companyChoice({ select: undefined, companyId, companies, isInvited: true })).toEqual({ kind: "ask" });
});
