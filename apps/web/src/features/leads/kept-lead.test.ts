import { DOCUMENT_TYPES } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { whyLeadIsKept } from "#features/leads/kept-lead.ts";

const paper = (kind: keyof typeof DOCUMENT_TYPES, number: string, isSigned: boolean) => ({
  type: DOCUMENT_TYPES[kind],
  name: "Whitfield",
  data: { number },
  signatures: isSigned ? { customer: {} } : {},
});
const estimates = [{ name: "Roof" }, { name: "Gutters" }];

test.each([
  { papers: [], estimates: [], text: undefined },
  {
    papers: [paper("contract", "2026-0514-K7QD", true), paper("workOrder", "2026-0514-AAAA", false)],
    estimates,
    text: "Ann Lee cannot be deleted: Contract 2026-0514-K7QD is signed.",
  },
  {
    papers: [paper("contract", "2026-0514-K7QD", true), paper("changeOrder", "2026-0601-B2CD", true)],
    estimates,
    text: "Ann Lee cannot be deleted: Contract 2026-0514-K7QD and Change order 2026-0601-B2CD are signed.",
  },
  {
    papers: [paper("contract", "2026-0514-K7QD", false)],
    estimates,
    text: "Ann Lee cannot be deleted: it has the estimates “Roof” and “Gutters”. Delete them first.",
  },
  {
    papers: [],
    estimates: [{ name: "Roof" }],
    text: "Ann Lee cannot be deleted: it has the estimate “Roof”. Delete that first.",
  },
])("[LEAD-41] names the reason for keeping a lead before it asks: $text", ({ papers, estimates: its, text }) => {
  expect(whyLeadIsKept("Ann Lee", { papers, estimates: its })).toBe(text);
});
