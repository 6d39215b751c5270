import { describe, expect, test } from "vitest";
import {
  deliveryState,
  eventsText,
  outcomeText,
  triesText,
  webhookState,
} from "#features/config/api-access/webhook-texts.ts";

describe("[HOOK-09] the result of a delivery", () => {
  test.each([
    [{ failure: null, statusCode: null }, undefined],
    [{ failure: null, statusCode: 204 }, "Answered 204"],
    [{ failure: "status", statusCode: 500 }, "Answered 500, which is not a success."],
    [
      { failure: "status", statusCode: 301 },
      "Answered 301. Redirects are not followed: enter the address it leads to.",
    ],
    [{ failure: "timedOut", statusCode: null }, "The server did not answer within 10 seconds."],
  ] as const)("%o is %s", (delivery, text) => {
    expect(outcomeText(delivery)).toBe(text);
  });

  test.each([
    [{ state: "waiting", tries: 0 }, "Waiting"],
    [{ state: "waiting", tries: 2 }, "Trying again"],
    [{ state: "givenUp", tries: 9 }, "Given up"],
    [{ state: "delivered", tries: 1 }, "Delivered"],
  ] as const)("%o is called %s", (delivery, label) => {
    expect(deliveryState(delivery).label).toBe(label);
  });

  test("a webhook says that it is paused before it says how the last delivery ended", () => {
    expect(webhookState({ active: false, lastState: "givenUp" }).label).toBe("Paused");
    expect(webhookState({ active: true, lastState: "givenUp" }).label).toBe("Last one failed");
    expect(webhookState({ active: true, lastState: "waiting" }).label).toBe("On");
  });

  test("events and tries have a text", () => {
    expect(eventsText(["lead.created", "document.signed"])).toBe("Lead created, Document signed");
    expect([triesText(1), triesText(3)]).toEqual(["1 try", "3 tries"]);
  });
});
