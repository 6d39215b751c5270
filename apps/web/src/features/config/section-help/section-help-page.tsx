import { Problem } from "@ridgebook/contract";
import { useMemo, useState } from "react";
import tables from "#features/config/config.module.css";
import { HelpFields } from "#features/config/section-help/help-fields.tsx";
import {
  changedHelp,
  helpWorkflows,
  isWithoutText,
  type HelpTexts,
  type HelpWorkflow,
} from "#features/config/section-help/help-texts.ts";
import { HelpOverview } from "#features/config/section-help/help-overview.tsx";
import { SettingsPage, type SettingsSection } from "#features/config/settings-form/settings-page.tsx";
import type { SettingsForm } from "#features/config/settings-form/use-settings-form.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { useWorkflows } from "#local-data/price-book/use-price-book.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";

const TITLE = "Section help";

/** The texts of the sections' info buttons (ROUTE-23, SET-16, SHELL-11). */
export function SectionHelpPage() {
  const { value: workflows, error } = useWorkflows();
  if (workflows) return <HelpPage workflows={workflows} />;
  return (
    <div className={`${tables.page} ${tables.formPage} rb-titled-by-bar`}>
      <PageHeader title={TITLE} />
      <Panel as="div">
        {error === undefined ? (
          <SkeletonRows rows={10} label="Loading the sections" />
        ) : (
          <EmptyState
            title="The sections could not be read"
            text={error instanceof Problem ? error.message : new Problem("unexpected").message}
          />
        )}
      </Panel>
    </div>
  );
}

const SETTINGS = [{ name: "sectionsInfo", label: TITLE }] as const;

const textsOf = (form: SettingsForm): HelpTexts => form.shown("sectionsInfo") as HelpTexts;

const storedOf = (form: SettingsForm): HelpTexts => form.stored("sectionsInfo") as HelpTexts;

const changedIn = (form: SettingsForm, workflows: readonly HelpWorkflow[]): readonly string[] =>
  changedHelp(workflows, { stored: storedOf(form), edited: textsOf(form) });

function HelpPage({ workflows }: { workflows: readonly LocalWorkflow[] }) {
  const all = useMemo(() => helpWorkflows(workflows), [workflows]);
  /** The sections without a text when the filter was set: one that gets its first letter stays. Undefined shows all. */
  const [only, setOnly] = useState<ReadonlySet<number>>();
  const sections = useMemo(
    (): readonly SettingsSection[] => [
      {
        id: "overview",
        title: "Texts",
        settings: SETTINGS,
        // All of them: the filter may hide the panel of one.
        changedParts: (form) => changedIn(form, all),
        content: (form) => (
          <HelpOverview
            workflows={all}
            texts={textsOf(form)}
            isFiltered={only !== undefined}
            hasShown={only === undefined || only.size > 0}
            onFilter={(isFiltered) => setOnly(isFiltered ? withoutText(all, textsOf(form)) : undefined)}
          />
        ),
      },
      ...all.flatMap((workflow): SettingsSection[] => {
        const shown = workflow.sections.filter(({ section }) => only?.has(section.id) ?? true);
        if (shown.length === 0) return [];
        return [
          {
            id: String(workflow.id),
            title: workflow.title,
            settings: [],
            changedParts: (form) => changedIn(form, [workflow]),
            content: (form) => (
              <HelpFields sections={shown} texts={textsOf(form)} stored={storedOf(form)} onChange={form.change} />
            ),
          },
        ];
      }),
    ],
    [all, only],
  );
  return <SettingsPage title={TITLE} form="help" sections={sections} />;
}

const withoutText = (workflows: readonly HelpWorkflow[], texts: HelpTexts): ReadonlySet<number> =>
  new Set(
    workflows.flatMap(({ sections }) =>
      sections.filter(({ section }) => isWithoutText(texts, section)).map(({ section }) => section.id),
    ),
  );
