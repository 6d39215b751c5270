import { Button } from "@mantine/core";
import { memo, useCallback, useEffect, useRef } from "react";
import {
  tooLongHelp,
  writeHelp,
  type HelpChange,
  type HelpSection,
  type HelpTexts,
} from "#features/config/section-help/help-texts.ts";
import classes from "#features/config/section-help/section-help.module.css";
import type { SettingsForm } from "#features/config/settings-form/use-settings-form.ts";
import { helpKeyOf, saysSomething, shownHelp, writtenHelp } from "#local-data/price-book/section-help.ts";
import type { LocalSection } from "#local-data/price-book/price-book.ts";
import { useHelpChanges } from "#features/config/section-help/use-help-changes.ts";
import { useSession } from "#server-client/session-context.tsx";
import { useAlert } from "#ui/dialogs/use-alert.ts";
import { Tag } from "#ui/tag.tsx";
import { TextareaField } from "#ui/textarea-field.tsx";
import { formatDateTime, isolatedText } from "@ridgebook/contract";

/** The texts of one workflow's sections. */
export function HelpFields({
  sections,
  texts,
  stored,
  onChange,
}: {
  sections: readonly HelpSection[];
  texts: HelpTexts;
  stored: HelpTexts;
  onChange: SettingsForm["change"];
}) {
  const changes = useHelpChanges(stored);
  const { timeZone } = useSession();
  const lastChanged = ({ by, time }: HelpChange): string =>
    isolatedText(`Changed by ${by}, ${formatDateTime({ time, timeZone })}.`);
  const latest = useRef(texts);
  useEffect(() => {
    latest.current = texts;
  });
  const write = useCallback(
    (section: LocalSection, text: string) => onChange("sectionsInfo", writeHelp(latest.current, section, text)),
    [onChange],
  );
  return (
    <div className={classes.fields}>
      {sections.map(({ section, sharedWith }) => {
        const change = changes.get(helpKeyOf(section, stored));
        return (
          <HelpField
            key={section.id}
            lastChanged={change && lastChanged(change)}
            section={section}
            sharedWith={sharedWith}
            text={writtenHelp(section, texts)}
            onWrite={write}
          />
        );
      })}
    </div>
  );
}

/** Memoized: typing in one of sixty texts redraws only the fields that show it. */
const HelpField = memo(function HelpField({
  section,
  sharedWith,
  lastChanged,
  text,
  onWrite,
}: HelpSection & {
  lastChanged: string | undefined;
  text: string;
  onWrite: (section: LocalSection, text: string) => void;
}) {
  const alert = useAlert();
  return (
    <TextareaField
      id={`help-${String(section.id)}`}
      rows={2}
      value={text}
      error={tooLongHelp(text)}
      label={
        <span className={classes.label}>
          {section.title}
          {!saysSomething(text) && <Tag>No text</Tag>}
        </span>
      }
      hint={
        [...(sharedWith.length > 0 ? [`Also shown in ${sharedWith.join(", ")}.`] : []), lastChanged ?? ""]
          .join(" ")
          .trim() || undefined
      }
      labelAction={
        <Button
          size="compact-sm"
          variant="tertiary"
          aria-haspopup="dialog"
          aria-label={`Preview ${section.title}`}
          // As the info button shows it (features/estimate/steps/help-button.tsx).
          onClick={() => void alert({ title: section.title, message: shownHelp(text), closeText: "Close" })}
        >
          Preview
        </Button>
      }
      onChange={(event) => onWrite(section, event.currentTarget.value)}
    />
  );
});
