import type { HoverJob } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { hoverJobLink, keptText, modelsText, modelText, searchTextOf, stateText, whyNoSearch } from "./hover-texts.ts";

const model = (hasMeasurements: boolean): HoverJob["models"][number] => ({
  id: "31",
  name: "House",
  state: "completed",
  hasMeasurements,
});
const job = (models: HoverJob["models"]): HoverJob => ({
  id: "1",
  name: "",
  address: "",
  state: "",
  models,
  updatedTime: null,
});

describe("[HVR-01] the text about a job of Hover", () => {
  test("is opened at Hover by its number", () => {
    expect(hoverJobLink("2954302")).toBe("https://hover.to/wr/jobs/2954302");
  });

  test.each([
    { given: { street: "1847 Maple Ridge Dr", city: "Portage" }, text: "1847 Maple Ridge Dr" },
    { given: { street: " ", city: "Portage", state: "MI", zipCode: "49002" }, text: "Portage, MI 49002" },
    { given: {}, text: "" },
  ])("is searched for by $text", ({ given, text }) => {
    expect(searchTextOf({ street: "", city: "", state: "", zipCode: "", ...given })).toBe(text);
  });

  test.each([
    { models: [], text: "No models yet" },
    { models: [model(true)], text: "1 model, measured" },
    { models: [model(false)], text: "1 model, no measurements yet" },
    { models: [model(true), model(false)], text: "2 models, 1 measured" },
    { models: [model(true), model(true)], text: "2 models, measured" },
  ])("has $text", ({ models, text }) => {
    expect(modelsText(job(models))).toBe(text);
  });

  test("says of each model whether it is measured, and of the job its state", () => {
    expect(modelText(model(true))).toBe("House: measured");
    expect(modelText({ ...model(false), name: "" })).toBe("Model: no measurements yet");
    expect(["completed", "waiting_approval", ""].map(stateText)).toEqual(["Completed", "Waiting approval", ""]);
  });

  test("says what of it is on the device", () => {
    const at = { timeZone: "America/New_York", now: Date.parse("2026-05-14T12:00:00.000Z") };
    const measured = {
      jobId: "1",
      modelId: "31",
      modelName: "House",
      fetchedTime: "2026-05-14T12:00:00.000Z",
      document: {},
      measuredTime: "2026-05-12T15:00:00.000Z",
    };
    expect(keptText({ models: [measured] }, at)).toBe(
      "Measured May 12, 11:00 AM. Kept on this device, works without a signal.",
    );
    expect(keptText({ models: [] }, at)).toBe("No measurements on this device yet.");
    expect(keptText(undefined, at)).toBe("No measurements on this device yet.");
  });

  test.each([
    { given: { leadId: 7, online: true }, why: undefined },
    { given: { leadId: 7, online: false }, why: "Searching needs a signal." },
    { given: { leadId: -2, online: true }, why: "Available once the lead is sent." },
  ])("$given: $why", ({ given, why }) => {
    expect(whyNoSearch(given)).toBe(why);
  });
});
