import { Button } from "@mantine/core";
import { isSecretSetting, Problem } from "@ridgebook/contract";
import { IconX } from "@tabler/icons-react";
import { useEffect, useId, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from "react";
import tables from "#features/config/config.module.css";
import { namesChanged } from "#ui/names-changed.ts";
import { NotHereYet } from "#features/config/not-here-yet.tsx";
import { OfflineBanner } from "#features/config/offline-banner.tsx";
import { RestoredBanner } from "#features/config/restored-banner.tsx";
import {
  openSettings,
  type OpenedSettings,
  type SettingsFormName,
} from "#features/config/settings-form/kept-settings-draft.ts";
import { SettingConflicts } from "#features/config/settings-form/setting-conflicts.tsx";
import { settingFieldId } from "#features/config/settings-form/setting-fields.tsx";
import type { SettingName } from "#features/config/settings-form/settings-draft.ts";
import classes from "#features/config/settings-form/settings-page.module.css";
import {
  useSettingsForm,
  type CheckSettings,
  type SettingsForm,
} from "#features/config/settings-form/use-settings-form.ts";
import { FirstReads, useAreRead } from "#local-data/first-reads.tsx";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { useModalDialog } from "#ui/dialogs/use-modal-dialog.ts";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { useBottomBar } from "#ui/use-bottom-bar.ts";
import { useIsWide } from "#ui/use-is-wide.ts";
import links from "#ui/view-links.module.css";

/** A panel of a page of settings. */
export interface SettingsSection {
  readonly id: string;
  readonly title: string;
  /** The settings in it and their names, for its mark in the list of sections, the bar and the list of errors. */
  readonly settings: readonly { readonly name: SettingName; readonly label: string }[];
  readonly content: (form: SettingsForm) => ReactNode;
  /** For a panel that shows a part of a setting: the names of its changes, for its mark and the bar. */
  readonly changedParts?: (form: SettingsForm) => readonly string[];
}

/** Contents beside the form if there is room; otherwise they open from the bar. */
interface SettingsAside {
  readonly label: string;
  /** The label of the button that opens it. */
  readonly openLabel: string;
  readonly content: (form: SettingsForm) => ReactNode;
}

interface SettingsPageProps {
  readonly title: string;
  /** The page whose draft the device keeps. */
  readonly form: SettingsFormName;
  /** Must be stable: the list of them is redrawn with every key. */
  readonly sections: readonly SettingsSection[];
  /** Below the title: links to other views of the page. */
  readonly intro?: ReactNode;
  readonly aside?: SettingsAside | undefined;
  /** Checks of changed values that need a request, before they are saved. */
  readonly checkBeforeSave?: CheckSettings | undefined;
}

/** One page, one form, one bar that names what changed: panels of settings that are saved together (SET-19 to SET-22). */
export function SettingsPage(props: SettingsPageProps) {
  return (
    <div className={`${tables.page} ${tables.formPage} rb-titled-by-bar`}>
      <PageHeader title={props.title} />
      <FirstReads>
        {(areRead) => (
          <div className={tables.together} data-is-coming={!areRead || undefined}>
            <Settings {...props} />
          </div>
        )}
      </FirstReads>
    </div>
  );
}

function Settings({ form, sections, intro, aside, checkBeforeSave }: Omit<SettingsPageProps, "title">) {
  const localData = useLocalData();
  const {
    value: opened,
    error,
    isLoading,
  } = useLocalQuery("settings", () => openSettings(localData, form), [localData, form]);
  return (
    <>
      {intro}
      {!opened && error === undefined && (
        <Panel as="div">
          <SkeletonRows rows={10} label="Loading the settings" />
        </Panel>
      )}
      {!opened && !isLoading && error !== undefined && (
        <NotHereYet
          title="The settings could not be read"
          text={error instanceof Problem ? error.message : new Problem("unexpected").message}
        />
      )}
      {opened && (
        <Form name={form} opened={opened} sections={sections} aside={aside} checkBeforeSave={checkBeforeSave} />
      )}
    </>
  );
}

const FORM_ID = "settings";

function Form({
  name,
  opened,
  sections,
  aside,
  checkBeforeSave,
}: {
  name: SettingsFormName;
  opened: OpenedSettings;
  sections: readonly SettingsSection[];
  aside: SettingsAside | undefined;
  checkBeforeSave: CheckSettings | undefined;
}) {
  const { isOnline } = useSession();
  const form = useSettingsForm(name, opened, checkBeforeSave);
  const barRef = useBottomBar();
  const isWide = useIsWide();
  const [isAsideOpen, setIsAsideOpen] = useState(false);
  const labelOf = (setting: SettingName): string =>
    sections.flatMap(({ settings }) => settings).find((each) => each.name === setting)?.label ?? setting;
  const errors = Object.entries(form.errors).map(([setting, message]) => ({
    field: settingFieldId(setting as SettingName),
    label: labelOf(setting as SettingName),
    message,
  }));
  const changedParts = new Set(sections.flatMap((section) => section.changedParts?.(form) ?? []));
  const changed = changedParts.size > 0 ? [...changedParts] : form.changedNames.map(labelOf);
  const hasErrors = errors.length > 0;
  const summary = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Save is at the bottom of a long page: its errors would be out of sight.
    if (!hasErrors) return;
    summary.current?.focus({ preventScroll: true });
    summary.current?.scrollIntoView({ block: "center" });
  }, [hasErrors]);
  useOpenAtHash();
  return (
    <>
      <div className={`rb-stack ${classes.columns}`} data-aside={(aside && isWide) || undefined}>
        {sections.length > 1 && <SectionList form={form} sections={sections} />}
        <form
          id={FORM_ID}
          className={`rb-stack ${classes.sections}`}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.save();
          }}
        >
          <OfflineBanner />
          {form.isRestored && <RestoredBanner />}
          <SettingConflicts form={form} labelOf={labelOf} />
          {hasErrors && (
            <div ref={summary} tabIndex={-1}>
              <ErrorSummary errors={errors} />
            </div>
          )}
          {sections.map(({ id, title, content }) => (
            <div key={id} id={`section-${id}`} className={classes.section} tabIndex={-1}>
              <Panel title={title}>
                <div className={classes.fields}>{content(form)}</div>
              </Panel>
            </div>
          ))}
        </form>
        {aside && isWide && (
          <section className={classes.aside} aria-label={aside.label}>
            {aside.content(form)}
          </section>
        )}
      </div>
      {aside && !isWide && isAsideOpen && (
        <AsideDialog label={aside.label} onDismiss={() => setIsAsideOpen(false)}>
          {aside.content(form)}
        </AsideDialog>
      )}
      <div ref={barRef} className={`rb-bar ${classes.bar}`} data-ground="surface">
        <p className="rb-bar-note" data-tone={hasErrors ? "bad" : undefined}>
          {hasErrors
            ? "The page has errors which must be fixed before saving"
            : form.isChanged
              ? `${namesChanged(changed)}: ${notSavedText(form.changedNames)}${isOnline ? "" : " Saving waits for a signal."}`
              : "All changes saved"}
        </p>
        {aside && !isWide && (
          <Button size="lg" variant="secondary" aria-haspopup="dialog" onClick={() => setIsAsideOpen(true)}>
            {aside.openLabel}
          </Button>
        )}
        {form.isChanged && (
          <Button size="lg" variant="secondary" disabled={form.isSaving} onClick={form.discard}>
            Discard
          </Button>
        )}
        {/* Without changes it says so when pressed (SET-20); changes make it the main action. */}
        <Button
          type="submit"
          form={FORM_ID}
          size="lg"
          variant={form.isChanged ? "primary" : "secondary"}
          disabled={!isOnline}
          loading={form.isSaving}
        >
          Save
        </Button>
      </div>
    </>
  );
}

/** A link can name a field or a section, such as #setting-license: the page scrolls there. */
function useOpenAtHash(): void {
  const findNamed = (): HTMLElement | null => document.getElementById(window.location.hash.slice(1));
  const isShown = useAreRead();
  useLayoutEffect(() => {
    if (isShown) findNamed()?.focus({ preventScroll: true });
  }, [isShown]);
  useEffect(() => {
    if (!isShown) return;
    // After the router, which scrolls a page to its top.
    const named = findNamed();
    named?.scrollIntoView({ block: named.matches("[id^=section-]") ? "start" : "center" });
  }, [isShown]);
}

function AsideDialog({ label, onDismiss, children }: { label: string; onDismiss: () => void; children: ReactNode }) {
  const modal = useModalDialog({ isBusy: false, onDismiss });
  const titleId = useId();
  return (
    <dialog {...modal} className={`${classes.asideDialog} rb-screen`} aria-labelledby={titleId} data-ground="canvas">
      <header className={classes.asideHead}>
        <h2 id={titleId} className="rb-subheading">
          {label}
        </h2>
        <IconButton label="Close" icon={<IconX size={20} stroke={1.75} aria-hidden />} onClick={onDismiss} />
      </header>
      {children}
    </dialog>
  );
}

/** The device keeps no secrets, so the question names what a reload would lose. */
function notSavedText(names: readonly SettingName[]): string {
  const secrets = names.filter(isSecretSetting).length;
  if (secrets === 0) return "not saved yet, kept on this device.";
  return secrets === names.length
    ? "not saved yet. A password is not kept on this device."
    : "not saved yet, kept on this device except the password.";
}

/** The links between sections; a section with changes or errors is marked. */
function SectionList({ form, sections }: { form: SettingsForm; sections: readonly SettingsSection[] }) {
  const { shown, show } = useShownSection(sections);
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the line of sections is wider than the screen: it follows the current section. The page itself does not scroll.
    const line = list.current;
    const current = line?.querySelector<HTMLElement>("[aria-current]");
    if (current) line?.scrollTo({ left: current.offsetLeft - (line.clientWidth - current.offsetWidth) / 2 });
  }, [shown]);
  const goTo = (event: MouseEvent, id: string): void => {
    // The address does not change: for the router a fragment would be a page.
    event.preventDefault();
    const section = document.getElementById(`section-${id}`);
    section?.focus({ preventScroll: true });
    section?.scrollIntoView({ block: "start" });
    show(id);
  };
  return (
    <nav ref={list} aria-label="Sections" className={classes.list}>
      {sections.map(({ id, title, settings, changedParts }) => {
        const isChanged = changedParts
          ? changedParts(form).length > 0
          : settings.some(({ name }) => form.changedNames.includes(name));
        const mark = settings.some(({ name }) => form.errors[name] !== undefined)
          ? "error"
          : isChanged
            ? "changed"
            : undefined;
        return (
          <a
            key={id}
            href={`#section-${id}`}
            className={`${links.link} ${classes.link}`}
            aria-current={shown === id ? "true" : undefined}
            onClick={(event) => goTo(event, id)}
          >
            {title}
            {mark !== undefined && (
              <span className={`rb-small ${classes.state}`} data-mark={mark}>
                {mark === "error" ? "Error" : "Changed"}
              </span>
            )}
          </a>
        );
      })}
    </nav>
  );
}

/** The current section: the one that the user asked for, then the last one that begins above the middle of the window. */
function useShownSection(sections: readonly SettingsSection[]): {
  shown: string | undefined;
  show: (id: string) => void;
} {
  const [shown, setShown] = useState<string | undefined>(sections[0]?.id);
  const askedAt = useRef<number>(null);
  useEffect(() => {
    let frame = 0;
    const look = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        // The last sections never reach the top; a section that the user asked for is marked until they scroll on.
        if (askedAt.current === window.scrollY) return;
        askedAt.current = null;
        const begun = sections.filter(({ id }) => {
          const top = document.getElementById(`section-${id}`)?.getBoundingClientRect().top ?? Infinity;
          return top < window.innerHeight / 2;
        });
        setShown(begun.at(-1)?.id);
      });
    };
    window.addEventListener("scroll", look, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", look);
    };
  }, [sections]);
  return {
    shown,
    show: (id) => {
      askedAt.current = window.scrollY;
      setShown(id);
    },
  };
}
