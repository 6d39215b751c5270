import { describe, expect, test } from "vitest";
import { typedOver } from "#forms/use-input-keeper.ts";
import { changedInput, restoredInput } from "#forms/use-kept-input.ts";

describe("changedInput", () => {
  const stored = { firstName: "Ann", active: true, events: ["created", "changed"] };

  test("[USER-17][ADMIN-34] keeps what differs from what is stored, and nothing once it is typed back", () => {
    expect(changedInput({ ...stored, firstName: "Anna", active: false }, stored)).toEqual({
      firstName: "Anna",
      active: false,
    });
    expect(changedInput({ ...stored, events: ["created"] }, stored)).toEqual({ events: ["created"] });
    expect(changedInput({ ...stored, events: ["created", "changed"] }, stored)).toBeUndefined();
    expect(changedInput({ firstName: undefined }, stored)).toBeUndefined();
  });
});

describe("restoredInput", () => {
  const initial = { url: "", events: ["created"], joins: null as boolean | null };

  test("[ADMIN-34] restores what was typed", () => {
    const kept = { url: "https://in.example", events: [], joins: true };
    expect(restoredInput(kept, initial)).toEqual(kept);
  });

  test("[ADMIN-34] leaves out what the form does not have today, or has in another kind", () => {
    expect(restoredInput({ url: 5, events: "created", former: "x" }, initial)).toBeUndefined();
    expect(restoredInput({ url: "https://in.example", events: {} }, initial)).toEqual({ url: "https://in.example" });
  });

  test("[ADMIN-34] restores nothing if all of it is stored meanwhile", () => {
    expect(restoredInput({ url: "https://in.example" }, { url: "https://in.example" })).toBeUndefined();
  });
});

test("[ADMIN-34] what is typed before the stored draft is read goes over it, and typing it back leaves the draft", () => {
  const stored = { url: "https://in.example", events: [] };
  expect(typedOver(stored, { url: "https://out.example" })).toEqual({ url: "https://out.example", events: [] });
  expect(typedOver(undefined, { url: "https://out.example" })).toEqual({ url: "https://out.example" });
  expect(typedOver(stored, undefined)).toBeUndefined();
});
