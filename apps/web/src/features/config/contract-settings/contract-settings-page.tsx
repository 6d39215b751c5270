import { Button } from "@mantine/core";
import { Problem } from "@ridgebook/contract";
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from "react";
import tables from "#features/config/config.module.css";
import {
  ATTACHMENT_RULES,
  CHANGE_ORDER_TEXTS,
  EMAIL_TEXTS,
  LEGAL_TEXTS,
  NUMBERS,
  PACKAGE_LABELS,
  PAYMENT_FLAGS,
  PAYMENT_TEXTS,
  PICTURE_RULES,
  RIGHT_TO_CANCEL_TEXTS,
  SCOPE_TEXTS,
  WARRANTY_TEXTS,
} from "#features/config/contract-settings/contract-setting-names.ts";
import classes from "#features/config/contract-settings/contract-settings.module.css";
import {
  FlagSettings,
  LineSettings,
  settingFieldId,
  TextSettings,
} from "#features/config/contract-settings/setting-fields.tsx";
import { FileListSetting, PictureSetting } from "#features/config/contract-settings/setting-files.tsx";
import { OfflineBanner } from "#features/config/offline-banner.tsx";
import { openSettings, type OpenedSettings } from "#features/config/settings-form/kept-settings-draft.ts";
import type { SettingName } from "#features/config/settings-form/settings-draft.ts";
import { useSettingsForm, type SettingsForm } from "#features/config/settings-form/use-settings-form.ts";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { useBottomBar } from "#ui/use-bottom-bar.ts";

/** What the company's contracts and change orders say and show (ROUTE-21, SET-09 to SET-13). */
export function ContractSettingsPage() {
  const localData = useLocalData();
  const {
    value: opened,
    error,
    isLoading,
  } = useLocalQuery("settings", () => openSettings(localData, "contract"), [localData]);
  return (
    <div className={`${tables.page} ${tables.formPage}`}>
      <PageHeader title="Contract settings" />
      {!opened && error === undefined && (
        <Panel as="div">
          <SkeletonRows rows={10} label="Loading the settings" />
        </Panel>
      )}
      {!opened && !isLoading && error !== undefined && (
        <Panel as="div" padding="none">
          <EmptyState
            title="The settings could not be read"
            text={error instanceof Problem ? error.message : new Problem("unexpected").message}
            action={
              <Button variant="secondary" onClick={() => void localData.sync.run()}>
                Try again
              </Button>
            }
          />
        </Panel>
      )}
      {opened && <ContractSettingsForm opened={opened} />}
    </div>
  );
}

interface Section {
  readonly id: string;
  readonly title: string;
  /** The settings that it shows, for its mark in the list of sections. */
  readonly names: readonly SettingName[];
  readonly content: (form: SettingsForm) => ReactNode;
}

const namesOf = (...lists: readonly (readonly { readonly name: SettingName }[])[]): SettingName[] =>
  lists.flat().map(({ name }) => name);

const LIFETIME: readonly { name: SettingName; label: string }[] = [
  { name: "lifetimeWorkmanship", label: "Lifetime workmanship warranty" },
];
const PHOTOS: readonly { name: SettingName; label: string }[] = [
  { name: "showPhotosSection", label: "Offer a section of photos" },
];
const CANCELLATION: readonly { name: SettingName; label: string }[] = [
  { name: "showRightToCancel", label: "Print the right to cancel and its form" },
];

const SECTIONS: readonly Section[] = [
  {
    id: "scope",
    title: "Scope of work",
    names: namesOf(SCOPE_TEXTS),
    content: (form) => <TextSettings form={form} settings={SCOPE_TEXTS} />,
  },
  {
    id: "change-orders",
    title: "Change orders",
    names: namesOf(CHANGE_ORDER_TEXTS),
    content: (form) => <TextSettings form={form} settings={CHANGE_ORDER_TEXTS} />,
  },
  {
    id: "payment",
    title: "Prices and payment",
    names: namesOf(NUMBERS, PAYMENT_FLAGS, PAYMENT_TEXTS),
    content: (form) => (
      <>
        <LineSettings form={form} settings={NUMBERS} />
        <FlagSettings form={form} settings={PAYMENT_FLAGS} />
        <TextSettings form={form} settings={PAYMENT_TEXTS} />
      </>
    ),
  },
  {
    id: "packages",
    title: "Package labels",
    names: namesOf(PACKAGE_LABELS),
    content: (form) => <LineSettings form={form} settings={PACKAGE_LABELS} />,
  },
  {
    id: "warranty",
    title: "Warranty",
    names: [...namesOf(LIFETIME, WARRANTY_TEXTS), "contractWarrantyImage"],
    content: (form) => (
      <>
        <FlagSettings form={form} settings={LIFETIME} />
        <TextSettings form={form} settings={WARRANTY_TEXTS} />
        <PictureSetting
          form={form}
          name="contractWarrantyImage"
          label="Warranty picture"
          hint="Such as a certificate or a seal: a JPEG or PNG beside the text."
          rules={PICTURE_RULES}
        />
      </>
    ),
  },
  {
    id: "legal",
    title: "Legal texts",
    names: namesOf(LEGAL_TEXTS, CANCELLATION, RIGHT_TO_CANCEL_TEXTS),
    content: (form) => (
      <>
        <TextSettings form={form} settings={LEGAL_TEXTS} />
        <FlagSettings form={form} settings={CANCELLATION} />
        <TextSettings form={form} settings={RIGHT_TO_CANCEL_TEXTS} />
      </>
    ),
  },
  {
    id: "files",
    title: "Logos and attachments",
    names: [...namesOf(PHOTOS), "contractLogos", "contractAttachments"],
    content: (form) => (
      <>
        <FlagSettings form={form} settings={PHOTOS} />
        <FileListSetting
          form={form}
          name="contractLogos"
          label="Contract logos"
          addLabel="Add logos"
          hint="Of manufacturers and associations, three in a row, in this order. JPEG or PNG."
          rules={PICTURE_RULES}
        />
        <FileListSetting
          form={form}
          name="contractAttachments"
          label="Attachments"
          addLabel="Add attachments"
          hint="Their pages follow each contract, in this order: PDF, JPEG or PNG. Page numbers count the contract only."
          rules={ATTACHMENT_RULES}
        />
      </>
    ),
  },
  {
    id: "email",
    title: "E-mail",
    names: namesOf(EMAIL_TEXTS),
    content: (form) => <TextSettings form={form} settings={EMAIL_TEXTS} />,
  },
];

const LABELS: Readonly<Partial<Record<SettingName, string>>> = Object.fromEntries(
  [
    ...SCOPE_TEXTS,
    ...CHANGE_ORDER_TEXTS,
    ...PAYMENT_TEXTS,
    ...WARRANTY_TEXTS,
    ...LEGAL_TEXTS,
    ...RIGHT_TO_CANCEL_TEXTS,
    ...EMAIL_TEXTS,
    ...NUMBERS,
    ...PACKAGE_LABELS,
  ].map(({ name, label }) => [name, label]),
);

const FORM_ID = "contract-settings";

function ContractSettingsForm({ opened }: { opened: OpenedSettings }) {
  const { isOnline } = useSession();
  const form = useSettingsForm("contract", opened);
  const barRef = useBottomBar();
  const errors = Object.entries(form.errors).map(([name, message]) => ({
    field: settingFieldId(name as SettingName),
    label: LABELS[name as SettingName] ?? name,
    message,
  }));
  const changed = form.changedNames.length;
  const hasErrors = errors.length > 0;
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Save stands at the bottom of a long page: what it refused would be out of sight.
    if (!hasErrors) return;
    summary.current?.focus({ preventScroll: true });
    summary.current?.scrollIntoView({ block: "center" });
  }, [hasErrors]);
  return (
    <>
      <div className={classes.columns}>
        <SectionList form={form} />
        <form
          id={FORM_ID}
          className={classes.sections}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.save();
          }}
        >
          <OfflineBanner />
          {form.isRestored && (
            <div role="status" className={tables.banner}>
              <p>
                <strong>Restored what you had typed.</strong> It is kept on this device and not saved yet.
              </p>
            </div>
          )}
          {hasErrors && (
            <div ref={summary} tabIndex={-1}>
              <ErrorSummary errors={errors} />
            </div>
          )}
          {SECTIONS.map(({ id, title, content }) => (
            <div key={id} id={`section-${id}`} className={classes.section} tabIndex={-1}>
              <Panel title={title}>
                <div className={classes.fields}>{content(form)}</div>
              </Panel>
            </div>
          ))}
        </form>
      </div>
      <div ref={barRef} className={`${tables.bar} ${classes.bar}`} data-ground="surface">
        <p className={tables.barNote} data-tone={hasErrors ? "bad" : undefined}>
          {hasErrors
            ? "The page has errors which must be fixed before saving"
            : changed === 0
              ? "All changes saved"
              : isOnline
                ? `${changed === 1 ? "1 change" : `${String(changed)} changes`} not saved yet, kept on this device`
                : "Not saved yet, kept on this device. Saving waits for a signal."}
        </p>
        {form.isChanged && (
          <Button size="lg" variant="secondary" disabled={form.isSaving} onClick={form.discard}>
            Discard
          </Button>
        )}
        {/* Without changes it says so when pressed (SET-20); only changes make it the thing to do. */}
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

/** The way from one section to another; a section with changes or errors says so. */
function SectionList({ form }: { form: SettingsForm }) {
  const { shown, show } = useShownSection();
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the line of sections is wider than the screen: it follows the reading.
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [shown]);
  const goTo = (event: MouseEvent, id: string): void => {
    // The address stays as it is: a fragment would be a page to the router.
    event.preventDefault();
    const section = document.getElementById(`section-${id}`);
    section?.focus({ preventScroll: true });
    section?.scrollIntoView({ block: "start" });
    show(id);
  };
  return (
    <nav ref={list} aria-label="Sections" className={classes.list}>
      {SECTIONS.map(({ id, title, names }) => {
        const mark = names.some((name) => form.errors[name] !== undefined)
          ? "error"
          : names.some((name) => form.changedNames.includes(name))
            ? "changed"
            : undefined;
        return (
          <a
            key={id}
            href={`#section-${id}`}
            className={classes.link}
            aria-current={shown === id ? "true" : undefined}
            onClick={(event) => goTo(event, id)}
          >
            {title}
            {mark !== undefined && (
              <span className={classes.state} data-mark={mark}>
                {mark === "error" ? "Error" : "Changed"}
              </span>
            )}
          </a>
        );
      })}
    </nav>
  );
}

/** The section that is read now: the one that was asked for, after that the last one that began above the middle of the window. */
function useShownSection(): { shown: string | undefined; show: (id: string) => void } {
  const [shown, setShown] = useState<string | undefined>(SECTIONS[0]?.id);
  const askedAt = useRef<number>(null);
  useEffect(() => {
    let frame = 0;
    const look = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        // The last sections never reach the top; whoever asked for one sees it marked until they scroll on.
        if (askedAt.current === window.scrollY) return;
        askedAt.current = null;
        const begun = SECTIONS.filter(({ id }) => {
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
  }, []);
  return {
    shown,
    show: (id) => {
      askedAt.current = window.scrollY;
      setShown(id);
    },
  };
}
