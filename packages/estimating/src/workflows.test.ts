import { expect, test } from "vitest";
import { WORKFLOWS, workflowNames } from "./workflows.ts";

test("[EST-01] every workflow keeps its id", () => {
  expect(Object.fromEntries(WORKFLOWS.map(({ name, id }) => [name, id]))).toEqual({
    General: 0,
    Roofing: 1,
    Siding: 2,
    "Windows & Doors": 3,
    Gutters: 4,
    Repairs: 5,
    Insulation: 6,
    Trim: 7,
  });
});

test("[EST-02] workflows are listed in display order", () => {
  expect(WORKFLOWS.map(({ name }) => name).join(", ")).toBe(
    "General, Roofing, Siding, Windows & Doors, Gutters, Trim, Insulation, Repairs",
  );
  expect(workflowNames).not.toContain("General");
});
