import { expect, test } from "vitest";
import { pageTitle } from "#app/page-title.ts";

test.each([
  ["production", "Leads - North Gable"],
  ["development", "Leads - North Gable (Development)"],
  ["testing", "Leads - North Gable (Testing)"],
  ["staging", "Leads - North Gable (Staging)"],
] as const)("[GUARD-13] [OP-74] in %s the title reads %j", (environment, title) => {
  expect(pageTitle({ routeTitle: "Leads", productName: "North Gable", environment })).toBe(title);
});

test("a page without its own title is named after the product", () => {
  expect(pageTitle({ routeTitle: undefined, productName: "Ridgebook", environment: "production" })).toBe("Ridgebook");
});
