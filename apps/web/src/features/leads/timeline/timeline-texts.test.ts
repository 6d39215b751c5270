import { EMAIL_STATUSES, type UserId } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { deviceTimeline, withUnsent } from "#features/leads/timeline/device-timeline.ts";
import { timelineText, type ShownEvent } from "#features/leads/timeline/timeline-texts.ts";

const build = (event: Partial<ShownEvent> & Pick<ShownEvent, "kind">): ShownEvent => ({
  time: "2026-05-14T13:00:00.000Z",
  by: null,
  text: "",
  personId: null,
  estimateId: null,
  documentId: null,
  name: "Contract 12",
  emailStatus: null,
  ...event,
});
const nameOf = (id: number | null): string => (id === 5 ? "Dana Mercer" : "");

test.each([
  [build({ kind: "status", text: "Sold" }), "Status changed to Sold"],
  [build({ kind: "status" }), "Status changed to none"],
  [build({ kind: "salesperson", personId: 5 as UserId }), "Salesperson changed to Dana Mercer"],
  [build({ kind: "secondSalesperson" }), "Second salesperson changed to nobody"],
  [
    build({ kind: "signed", text: "Karen Whitfield, Dana Mercer" }),
    "Contract 12 signed by Karen Whitfield, Dana Mercer",
  ],
  [build({ kind: "mail", text: "k@w.test", emailStatus: EMAIL_STATUSES.success }), "Contract 12 mailed to k@w.test"],
  [
    build({ kind: "mail", text: "k@w.test", emailStatus: EMAIL_STATUSES.failure }),
    "Contract 12 mailed to k@w.test, not delivered",
  ],
])("[LEAD-36] an event of %o reads %s", (event, text) => {
  expect(timelineText(event, nameOf)).toBe(text);
});

test("[LEAD-36] the device tells what it has, and adds to the server's what waits to be sent", () => {
  const here = deviceTimeline({
    lead: { createdTime: "2026-05-01T12:00:00.000Z", meetingDate: "2026-05-14T13:00:00.000Z" },
    estimates: [
      { id: 9, leadId: 7, name: "Roof", createdTime: "2026-05-03T12:00:00.000Z" },
      { id: -2, leadId: 7, name: "Gutters", createdTime: "2026-05-04T12:00:00.000Z" },
    ],
    documents: [
      {
        id: -4,
        estimateId: -2,
        name: "Contract 12",
        createdTime: "2026-05-05T12:00:00.000Z",
        createdByUserId: 5 as UserId,
        signatures: {
          customer: { url: "", timestamp: "2026-05-05T12:03:00.000Z" },
          salesperson: { url: "", timestamp: "2026-05-05T12:02:00.000Z" },
        },
      },
    ],
  });
  expect(here.find(({ kind }) => kind === "signed")?.time).toBe("2026-05-05T12:03:00.000Z");
  expect(here.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    "meeting ",
    "signed Contract 12",
    "documentCreated Contract 12",
    "estimateCreated Gutters",
    "estimateCreated Roof",
    "leadCreated ",
  ]);
  const told = [build({ kind: "estimateCreated", estimateId: 9, name: "Roof", time: "2026-05-03T12:00:00.000Z" })];
  expect(withUnsent(told, here).map(({ name }) => name)).toEqual(["Contract 12", "Contract 12", "Gutters", "Roof"]);
});
