import { expect, test } from "vitest";
import { createPick } from "./use-members.ts";

interface Weather {
  town: string;
  degrees: number;
  wind: { knots: number };
}

test("members are the same object until one of them changes", () => {
  const wind = { knots: 4 };
  const pick = createPick<Weather, "town" | "wind">(["town", "wind"]);
  const first = pick({ town: "Portage", degrees: 61, wind });
  expect(first).toEqual({ town: "Portage", wind });
  expect(pick({ town: "Portage", degrees: 62, wind })).toBe(first);
  const second = pick({ town: "Portage", degrees: 62, wind: { knots: 4 } });
  expect(second).not.toBe(first);
  expect(pick({ town: "Mattawan", degrees: 62, wind: second.wind })).toEqual({ town: "Mattawan", wind: second.wind });
});
