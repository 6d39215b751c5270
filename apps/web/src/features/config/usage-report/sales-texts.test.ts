import type { SalesReport, UserId } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { barWidths } from "./bar-chart.tsx";
import { ageText, monthText, salesCsv, shareText } from "./sales-texts.ts";

const REPORT: SalesReport = {
  cohorts: [{ month: "2026-05", leads: 8, closed: 3 }],
  total: { sales: 2, price: 25_000, margin: -100, lenderFee: 0 },
  people: [
    { userId: 1 as UserId, firstName: "=Ann", lastName: "Lee", sales: 2, price: 25_000, margin: -100, lenderFee: 0 },
  ],
  workflows: [{ workflowId: 4, sales: 2, price: 25_000, margin: -100, lenderFee: 0 }],
  open: [{ fromDays: 181, toDays: null, estimates: 1, value: 900.5 }],
  lost: [
    { reason: "+Price", leads: 3 },
    { reason: "", leads: 1 },
  ],
};

test("[SALES-05] the CSV has all tables, and no cell that a spreadsheet runs as a formula", async () => {
  const text = await salesCsv(REPORT, { startDate: "2026-05-01", endDate: "2026-05-31" }).text();
  // 3 / 8; 25,000 / 2; -100 / 25,000
  expect(text.replace("\ufeff", "").split("\r\n")).toEqual([
    'Month of first estimate,Leads,Signed,"Close rate, %"',
    "2026-05,8,3,37.5",
    "",
    'Salesperson,Sales,Price,Average ticket,Margin,"Margin, %"',
    "'=Ann Lee,2,25000.00,12500.00,-100.00,-0.4",
    "Total,2,25000.00,12500.00,-100.00,-0.4",
    "",
    'Workflow,Sales,Price,Average ticket,Margin,"Margin, %"',
    expect.stringMatching(/^Gutters.*,2,25000.00,12500.00,-100.00,-0.4$/),
    "",
    "Age of open estimates,Estimates,Worth",
    "Over 180 days,1,900.50",
    "",
    "Why leads were lost,Leads",
    "'+Price,3",
    "Not said,1",
    "",
  ]);
});

test("[SALES-02] [SUM-14] with a lender's fee both margins are there, the one after it first", async () => {
  const row = { sales: 1, price: 10_000, margin: 3_600, lenderFee: 400 };
  const report = {
    ...REPORT,
    total: row,
    people: [{ ...row, userId: null, firstName: "", lastName: "" }],
    workflows: [],
  };
  const text = await salesCsv(report, { startDate: "2026-05-01", endDate: "2026-05-31" }).text();
  // 3,600 + 400
  expect(text.split("\r\n").slice(3, 5)).toEqual([
    'Salesperson,Sales,Price,Average ticket,Margin after lender’s fee,"Margin after lender’s fee, %",Margin incl. lender’s fee',
    "Without salesperson,1,10000.00,10000.00,3600.00,36.0,4000.00",
  ]);
});

test("[SALES-05] months, ages and shares as a person reads them", () => {
  expect(monthText("2026-05")).toBe("May 2026");
  expect(ageText({ fromDays: 31, toDays: 60, estimates: 0, value: 0 })).toBe("31 to 60 days");
  expect(shareText(0.368)).toBe("36.8%");
  expect(shareText(undefined)).toBe("–");
});

test("[SET-18] the longest bar is as wide as the chart, and what is below zero has none", () => {
  expect(barWidths([50, 200, -10, 0])).toEqual([25, 100, 0, 0]);
  expect(barWidths([0, -1])).toEqual([0, 0]);
});

test("[SET-18] half of the leads closed is half a bar, where no month did better", () => {
  expect(barWidths([0.5, 0.25, 0], 1)).toEqual([50, 25, 0]);
});
