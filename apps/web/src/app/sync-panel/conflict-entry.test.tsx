import { MantineProvider } from "@mantine/core";
import type { FieldConflict } from "@ridgebook/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ConflictEntry } from "#app/sync-panel/conflict-entry.tsx";
import { LocalDataProvider } from "#local-data/local-data-context.tsx";
import type { LocalData } from "#local-data/local-data.ts";

/** 11:05 AM in New York. */
const HERE = Date.parse("2026-05-14T15:05:00Z");

const reader = {
  timeZone: "America/New_York",
  now: Date.parse("2026-05-14T21:00:00Z"),
  userNames: new Map<number, string>(),
};

const BOB = { changedBy: "Bob Stone", changedTime: "2026-05-14T14:00:00.000Z" };
const CARA = { changedBy: "Cara Diaz", changedTime: "2026-05-14T14:30:00.000Z" };

const entryOf = (fields: FieldConflict[]): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <LocalDataProvider localData={{} as LocalData}>
        <ConflictEntry
          reader={reader}
          change={{
            storeName: "leads",
            id: 7,
            kind: "changed",
            status: "conflict",
            record: null,
            fields: [],
            attempts: 1,
            changedTime: HERE,
            problem: { status: 409, code: "conflict", title: "", ...CARA },
            conflict: { otherVersion: "server", fields },
          }}
        />
      </LocalDataProvider>
    </MantineProvider>,
  );

const textOf = (html: string): string => html.replace(/<[^>]*>/g, "");

/** The visible text that screen readers skip. */
const hiddenFromReaders = /<(\w+)[^>]*aria-hidden="true"[^>]*>(?:<span[^>]*>[^<]*<\/span>|[^<])*<\/\1>/g;

/** The names of the radios: the text of their labels. */
const radiosIn = (html: string): string[] =>
  [...html.matchAll(/<label.*?<\/label>/g)].map(([label]) => textOf(label.replace(hiddenFromReaders, "")));

/** The visible text without the parts for screen readers only. */
const seenIn = (html: string): string =>
  textOf(html.replace(/<span class="rb-visually-hidden">[^<]*<\/span>/g, "").replace(/<\/(?:span|label|p)>/g, " "));

const city = { field: "city", former: "Portage", mine: "Lansing", theirs: "Holland" };
const street = { field: "street", former: "", mine: "2 Elm St", theirs: "1 Oak St" };

test("[SYNC-06] each value is announced with its author and time", () => {
  expect(radiosIn(entryOf([{ ...city, ...BOB }]))).toEqual([
    "This device: Lansing, changed 11:05 AM",
    "Bob Stone: Holland, changed 10:00 AM",
  ]);
});

test("[SYNC-06] author and time are shown once above the values if they are the same", () => {
  const seen = seenIn(entryOf([BOB, BOB].map((author, index) => ({ ...(index ? street : city), ...author }))));
  expect(seen.match(/This device, 11:05 AM/g)).toHaveLength(1);
  expect(seen.match(/Bob Stone, 10:00 AM/g)).toHaveLength(1);
  expect(seen).not.toContain("Cara Diaz");
});

test("[SYNC-06] author and time are shown at each value if they differ", () => {
  const html = entryOf([
    { ...city, ...BOB },
    { ...street, ...CARA },
  ]);
  const seen = seenIn(html);
  expect(seen).toContain("Other versions");
  expect(seen).toMatch(/Holland\s*Bob Stone, 10:00 AM/);
  expect(seen).toMatch(/1 Oak St\s*Cara Diaz, 10:30 AM/);
  expect(radiosIn(html)).toEqual([
    "This device: Lansing, changed 11:05 AM",
    "Bob Stone: Holland, changed 10:00 AM",
    "This device: 2 Elm St, changed 11:05 AM",
    "Cara Diaz: 1 Oak St, changed 10:30 AM",
  ]);
});

test("[SYNC-06] an answer of an older server says who and when for all fields", () => {
  const html = entryOf([city, street]);
  expect(seenIn(html)).toContain("Cara Diaz, 10:30 AM");
  expect(radiosIn(html)).toContain("Cara Diaz: Holland, changed 10:30 AM");
});
