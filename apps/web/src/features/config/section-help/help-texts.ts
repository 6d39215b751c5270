import type { Activity } from "@ridgebook/contract";
import { helpKeyOf, saysSomething, writtenHelp } from "#local-data/price-book/section-help.ts";
import type { LocalSection, LocalWorkflow } from "#local-data/price-book/price-book.ts";

/* Texts of sections while they are edited. Pure: needs no page. */

/** The setting `sectionsInfo`: texts by key. */
export type HelpTexts = Readonly<Record<string, string>>;

/** The longest text that the setting keeps. */
const MAX_HELP_LENGTH = 500;

export const tooLongHelp = (text: string): string | undefined =>
  text.trim().length > MAX_HELP_LENGTH
    ? `Must have at most ${String(MAX_HELP_LENGTH)} characters; ${String(text.trim().length)} are written.`
    : undefined;

export interface HelpSection {
  readonly section: LocalSection;
  /** The other workflows whose section shows the same text. */
  readonly sharedWith: readonly string[];
}

export interface HelpWorkflow {
  readonly id: number;
  readonly title: string;
  readonly sections: readonly HelpSection[];
}

/** Pairs have no component and no separate page, so their help could not be opened. */
const hasHelpButton = ({ component }: LocalSection): boolean => component !== "";

/** Every section that has an info button, by workflow, with the other workflows that show its text. */
export function helpWorkflows(workflows: readonly LocalWorkflow[]): readonly HelpWorkflow[] {
  const titlesByComponent = new Map<string, string[]>();
  for (const { title, sections } of workflows)
    for (const { component } of sections.filter(hasHelpButton))
      titlesByComponent.set(component, [...(titlesByComponent.get(component) ?? []), title]);
  return workflows.map(({ id, title, sections }) => ({
    id,
    title,
    sections: sections.filter(hasHelpButton).map((section) => ({
      section,
      sharedWith: (titlesByComponent.get(section.component) ?? []).filter((each) => each !== title),
    })),
  }));
}

/** The texts after one of them was edited. An emptied one is dropped, unless a text by another key would show instead. */
export function writeHelp(texts: HelpTexts, section: LocalSection, text: string): HelpTexts {
  const key = helpKeyOf(section, texts);
  const { [key]: _former, ...others } = texts;
  return text === "" && writtenHelp(section, others) === "" ? others : { ...texts, [key]: text };
}

export const isWithoutText = (texts: HelpTexts, section: LocalSection): boolean =>
  !saysSomething(writtenHelp(section, texts));

/** The number of sections, and of those without a text. */
export function countHelp(
  workflows: readonly HelpWorkflow[],
  texts: HelpTexts,
): { readonly total: number; readonly without: number } {
  const sections = workflows.flatMap((workflow) => workflow.sections.map(({ section }) => section));
  return { total: sections.length, without: sections.filter((section) => isWithoutText(texts, section)).length };
}

/** The names of the changed texts in the bar: each once, by its section's title. */
export function changedHelp(
  workflows: readonly HelpWorkflow[],
  { stored, edited }: { stored: HelpTexts; edited: HelpTexts },
): readonly string[] {
  const changed = workflows
    .flatMap(({ title, sections }) => sections.map((each) => ({ ...each, title })))
    .filter(({ section }) => writtenHelp(section, stored).trim() !== writtenHelp(section, edited).trim());
  const keys = new Set<string>();
  return changed.flatMap(({ section, sharedWith, title }) => {
    const key = helpKeyOf(section, edited);
    if (keys.has(key)) return [];
    keys.add(key);
    return [sharedWith.length > 0 ? section.title : `${title}: ${section.title}`];
  });
}

/** The author and time of a text's last change. */
export interface HelpChange {
  readonly by: string;
  readonly time: string;
}

/** The last change of each text by its key, from rows of Activity, newest first. Older rows without keys are ignored. */
export function lastChanges(
  rows: readonly Pick<Activity, "subject" | "actorName" | "time" | "details">[],
): ReadonlyMap<string, HelpChange> {
  const changes = new Map<string, HelpChange>();
  for (const { subject, actorName, time, details } of rows) {
    const keys = subject === "sectionsInfo" ? details["keys"] : undefined;
    if (!Array.isArray(keys)) continue;
    for (const key of keys) if (typeof key === "string" && !changes.has(key)) changes.set(key, { by: actorName, time });
  }
  return changes;
}
