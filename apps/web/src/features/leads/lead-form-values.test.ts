import {
  createShapes,
  EMPTY_LEAD,
  renameMember,
  retireMember,
  type UserId,
  type LeadFields,
} from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import {
  changedFields,
  hasChangedValues,
  leadFormRules,
  readDraft,
  restoreDraft,
  stateOptions,
  toFormValues,
  withOwnValues,
  type LeadFormValues,
} from "#features/leads/lead-form-values.ts";

const timeZone = "America/New_York";
const rules = leadFormRules({ timeZone, isMeetingIncomplete: () => false });

const whitfield: LeadFields = {
  ...EMPTY_LEAD,
  firstName: "Karen & Tom",
  lastName: "Whitfield",
  phone: "+12695550142",
  state: "MI",
  zipCode: "49002",
  projectTypes: ["Roofing"],
  meetingDate: "2026-05-14T13:00:30Z",
  userId: 7 as UserId,
};

const form = (changes: Partial<LeadFormValues> = {}): LeadFormValues => ({
  ...toFormValues({ fields: whitfield, timeZone }),
  ...changes,
});

const messagesOf = (values: LeadFormValues, check = rules): [string, string][] =>
  (check.safeParse(values).error?.issues ?? []).map(({ path, message }) => [path.join("."), message]);

describe("a lead in its form", () => {
  test("[VAL-05] phones are shown as (ddd) ddd-dddd, the meeting in the company's time zone", () => {
    expect(form()).toMatchObject({
      phone: "(269) 555-0142",
      meetingDate: "2026-05-14T09:00",
      userId: "7",
      country: "USA",
    });
    expect(toFormValues({ fields: { ...EMPTY_LEAD, state: "ON" }, timeZone }).country).toBe("CAN");
  });

  test("[LEAD-15] is read back as the contract has it", () => {
    const parsed = rules.parse(form({ phone: "555-123-4567", email: "", meetingDate: "2026-05-14T16:30", userId: "" }));
    expect(parsed).toMatchObject({
      phone: "+15551234567",
      email: "",
      meetingDate: "2026-05-14T20:30:00.000Z",
      userId: null,
    });
    expect(parsed).not.toHaveProperty("country");
  });

  test("[VAL-01] [VAL-05] [VAL-06] errors are shown at their fields", () => {
    expect(messagesOf(form({ email: "x", zipCode: "1234", phone: "12" })).toSorted()).toEqual([
      ["email", "E-mail must be a valid e-mail address."],
      ["phone", "Phone must be a valid phone number with 10 digits."],
      ["zipCode", "Zip code must be a valid Zip Code."],
    ]);
  });

  test("a lead needs a name, and a company's will do", () => {
    const nameless = { firstName: "", lastName: "  ", company: "" };
    expect(messagesOf(form(nameless))).toEqual([["lastName", "Enter a name or a company."]]);
    expect(messagesOf(form({ ...nameless, company: "Grace Church" }))).toEqual([]);
  });

  test("a meeting that is typed only half is an error, not no meeting", () => {
    const half = leadFormRules({ timeZone, isMeetingIncomplete: () => true });
    expect(messagesOf(form({ meetingDate: "" }), half)).toContainEqual([
      "meetingDate",
      "Meeting must be a date and time.",
    ]);
    expect(messagesOf(form({ meetingDate: "" }))).toEqual([]);
  });
});

describe("the changed fields", () => {
  const openedValues = form();
  const changesOf = (values: LeadFormValues) =>
    changedFields({ opened: whitfield, openedValues, values, parsed: rules.parse(values) });

  test("an untouched form has none, though its meeting shows no seconds", () => {
    expect(changesOf(form())).toEqual({});
  });

  test("hold the new values, as they are sent", () => {
    expect(changesOf(form({ phone: "(269) 555-0199", meetingDate: "", projectTypes: ["Roofing", "Siding"] }))).toEqual({
      phone: "+12695550199",
      meetingDate: null,
      projectTypes: ["Roofing", "Siding"],
    });
  });

  test.each(["269-555-0199 x12", "(269) 555-0199 ext. 12", "269-555-0199;12"])(
    "[LEAD-32] of %s are the phone and its extension",
    (phone) => {
      expect(changesOf(form({ phone }))).toEqual({ phone: "+12695550199", phoneExtension: "12" });
    },
  );

  test("the order of projects is no change", () => {
    const opened = { ...whitfield, projectTypes: ["Siding", "Roofing"] };
    const values = toFormValues({ fields: opened, timeZone });
    const reordered = { ...values, projectTypes: ["Roofing", "Siding"] };
    expect(hasChangedValues({ from: values, to: reordered })).toBe(false);
    expect(changedFields({ opened, openedValues: values, values: reordered, parsed: rules.parse(reordered) })).toEqual(
      {},
    );
  });

  test("another country alone changes nothing that is saved", () => {
    expect(hasChangedValues({ from: form(), to: form({ country: "CAN" }) })).toBe(false);
    expect(hasChangedValues({ from: form(), to: form({ city: "Portage" }) })).toBe(true);
  });

  test("a value that is written otherwise is the same", () => {
    expect(changesOf(form({ phone: "269.555.0142", lastName: " Whitfield " }))).toEqual({});
  });
});

describe("a draft", () => {
  test("keeps what was typed, and takes over what others changed meanwhile", () => {
    const draft = { values: form({ phone: "(269) 555-0199" }), opened: whitfield };
    const current = { ...whitfield, phone: "+12695550177", city: "Portage" };
    const restored = restoreDraft({ draft, current, timeZone });
    expect(restored.values).toMatchObject({ phone: "(269) 555-0199", city: "Portage" });
    // The phone is still sent as a change from 0142: the server will find that another user has changed it too.
    expect(restored.opened).toEqual({ ...current, phone: "+12695550142" });
  });

  test("keeps the country of a state that was chosen", () => {
    const draft = { values: form({ state: "ON", country: "CAN" }), opened: whitfield };
    expect(restoreDraft({ draft, current: whitfield, timeZone }).values).toMatchObject({ state: "ON", country: "CAN" });
  });

  test("is read from the device as it was written, half-typed values included", () => {
    const draft = { values: form({ email: "kar", zipCode: "1" }), opened: whitfield };
    expect(readDraft(JSON.parse(JSON.stringify(draft)) as Record<string, unknown>, { timeZone })).toEqual({
      ...draft,
      retired: [],
    });
  });

  test("in no shape at all is not used", () => {
    expect(readDraft({}, { timeZone })).toBeUndefined();
    expect(readDraft({ values: "typed", opened: whitfield }, { timeZone })).toBeUndefined();
  });

  test("[SYNC-38] of a release before a field was there keeps what was typed, and has the field as it begins", () => {
    const { city: _values, ...values } = form({ phone: "(269) 555-0199" });
    const { city: _opened, ...opened } = whitfield;
    const restored = readDraft({ values, opened }, { timeZone });
    expect(restored).toEqual({ values: form({ phone: "(269) 555-0199" }), opened: whitfield, retired: [] });
  });

  test("[SYNC-38] of an older release has its fields under today's names, and tells what was typed in one that is gone", () => {
    const shapes = createShapes([
      { number: 1, changes: {} },
      { number: 2, changes: { leads: [renameMember("town", "city"), retireMember("fax", "")] } },
    ]);
    const { city: _values, ...values } = form();
    const { city: _opened, ...opened } = whitfield;
    const stored = {
      values: { ...values, town: "Holland", fax: "555-0100" },
      opened: { ...opened, town: "Portage", fax: "" },
    };
    const restored = readDraft(stored, { timeZone, release: 1, shapes });
    expect(restored?.values).toEqual(form({ city: "Holland" }));
    expect(restored?.opened).toEqual({ ...whitfield, city: "Portage" });
    expect(restored?.retired).toEqual(["555-0100"]);
    expect(readDraft(stored, { timeZone, release: 2, shapes })?.values.city).toBe("");
  });

  test("[SYNC-38] with a field that no release knows tells what was typed there, and keeps it out of the form", () => {
    const restored = readDraft({ values: { ...form(), pager: "555" }, opened: whitfield }, { timeZone });
    expect(restored).toEqual({ values: form(), opened: whitfield, retired: ["555"] });
  });
});

describe("choices", () => {
  test("[LEAD-16] 51 states with DC, 13 provinces and territories", () => {
    expect(stateOptions("USA")).toHaveLength(51);
    expect(stateOptions("CAN")).toHaveLength(13);
    expect(stateOptions("CAN")).toContainEqual({ value: "QC", label: "Quebec" });
  });

  test("a value that a CRM brought is offered beside the known ones", () => {
    expect(withOwnValues({ known: ["New", "Sold"], own: ["Nurture", "Sold", ""] })).toEqual(["New", "Sold", "Nurture"]);
  });
});
