import { createHash } from "node:crypto";
import type { PendingChange } from "../apps/web/src/local-data/outbox/pending-changes.ts";
import type { FinalState } from "./final-state.ts";
import { canonical, EDITED_SLICES, nameOfQueued, type SimulatedRecord } from "./simulated-record.ts";

const digestOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);

/** Describes the end state, which every run of the schedule has to reach, without the ids that the database assigns. */
export function describeEnd({
  records,
  history,
  filed,
  filedPhotos,
  tabs,
  entriesOfOthers,
}: Omit<FinalState, "journal" | "defects" | "together" | "unanswered" | "strangeAnswers">): string[] {
  const shown = ({ name, revision, values }: SimulatedRecord) => [name, revision, values];
  const waiting = ({ storeName, record, kind, status, problem, fields, conflict }: PendingChange) => {
    const isEntered = ({ field }: { field: string }): boolean =>
      storeName === "leads" || EDITED_SLICES.some((slice) => storeName === "estimates" && slice === field);
    const textOf = (field: string, value: unknown): string => canonical(storeName, field, value);
    const texts = [
      ...fields.filter(isEntered).map(({ field, value }) => [field, textOf(field, value)]),
      ...(conflict?.fields ?? [])
        .filter(isEntered)
        .map(({ field, mine, theirs }) => [field, textOf(field, mine), textOf(field, theirs)]),
    ];
    return [nameOfQueued(storeName, record), kind, status, problem?.code, texts];
  };
  return [
    ...records.map((record) => `${record.name} ${record.revision} ${JSON.stringify(record.values)}`),
    `all versions ${digestOf(history.map(({ operation, record }) => [operation, ...shown(record)]))}`,
    `files ${digestOf([...filed.map(({ name, pdfHash, pictures }) => [name, pdfHash, [...pictures].sort()]), ...filedPhotos.map(({ name, picture }) => [name, picture && Buffer.from(picture).toString("base64")])])}`,
    ...tabs.map(
      (tab) =>
        `${tab.name} ${digestOf([tab.records.map((record) => [...shown(record), record.sync]), tab.entries.map(waiting)])}`,
    ),
    `of others ${digestOf(entriesOfOthers.map(waiting))}`,
  ];
}
