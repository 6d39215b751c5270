import { summaryKey, type DocumentKind } from "@ridgebook/contract";
import {
  copyTitle,
  startingScope,
  startingText,
  startingWindowScope,
  TEXTS_OF_KIND,
  warrantySentence,
  type ContractChoices,
  type DocumentTextName,
  type WorkOrderChoices,
} from "@ridgebook/documents";
import { reduceHtml } from "@ridgebook/documents/rich-text";
import { IconChevronRight } from "@tabler/icons-react";
import { memo, useState } from "react";
import { ChoiceSection } from "#features/documents/choices/choice-section.tsx";
import type { ChoicesProps } from "#features/documents/choices/choices-props.ts";
import classes from "#features/documents/choices/choices.module.css";
import { RichTextEditor } from "#ui/rich-text-editor/rich-text-editor.tsx";
import { Tag } from "#ui/tag.tsx";
import { TextButton } from "#ui/text-button.tsx";

const TITLES: Readonly<Record<DocumentTextName, string>> = {
  warranty: "Warranty",
  paymentDisclaimer: "Payment",
  startDateDisclaimer: "Start",
  legalText: "Terms",
  disclosures: "Disclosures",
  acknowledgements: "Acknowledgements",
  changes: "What changes",
  notes: "Notes",
};

/** Texts that are checklists. */
const CHECKLISTS: ReadonlySet<DocumentTextName> = new Set(["acknowledgements", "changes"]);

const WINDOWS = 3;

/** The document's texts, each behind its title, as they will be printed unless edited. */
export function TextChoices({ choices, change, source }: ChoicesProps) {
  const names = TEXTS_OF_KIND[choices.kind];
  const setText = (name: DocumentTextName, html: string | undefined): void => {
    const { [name]: _former, ...others } = choices.texts;
    change({ texts: html === undefined ? others : { ...others, [name]: html } });
  };
  return (
    <ChoiceSection title={names.length > 1 ? "Texts" : "Notes"} hint={textsHint(choices.kind)}>
      <div className={classes.texts}>
        {names.map((name) => (
          <EditedText
            key={name}
            title={TITLES[name]}
            mode={CHECKLISTS.has(name) ? "checklist" : "standard"}
            own={choices.texts[name]}
            start={() => startingText(source, { kind: choices.kind, copies: choices.copies, name })}
            hint={name === "warranty" ? warrantyHint(warrantySentence(source)) : undefined}
            onChange={(html) => setText(name, html)}
          />
        ))}
      </div>
    </ChoiceSection>
  );
}

const textsHint = (kind: DocumentKind): string | undefined =>
  kind === "contract" || kind === "changeOrder"
    ? "They begin with the company's wording. What you change here changes this document alone."
    : undefined;

const warrantyHint = (sentence: string | undefined): string | undefined =>
  sentence && `The paper says before it: “${sentence}” An admin turns this on or off in Contract settings, Warranty.`;

/** The scope of work of each copy, with its quantities filled in. */
export function ScopeChoices({ choices, change, source }: ChoicesProps<ContractChoices | WorkOrderChoices>) {
  const set = (member: "scopeTexts" | "windowScopeTexts", key: string, html: string | undefined): void => {
    const { [key]: _former, ...others } = choices[member];
    change({ [member]: html === undefined ? others : { ...others, [key]: html } });
  };
  const windowStart = startingWindowScope(source);
  return (
    <ChoiceSection
      title="Scope of work"
      hint="Each text is filled in from the estimate. One that you change here no longer follows it."
    >
      <div className={classes.texts}>
        {choices.copies.map((copy) => {
          const key = summaryKey(copy);
          const title = copyTitle(source, copy);
          const hasWindowText = choices.kind === "contract" && copy.workflowId === WINDOWS;
          return (
            <div key={key}>
              <EditedText
                title={title}
                mode="checklist"
                own={choices.scopeTexts[key]}
                start={() => startingScope(source, copy)}
                onChange={(html) => set("scopeTexts", key, html)}
              />
              {hasWindowText && (
                <EditedText
                  title={`${title}: text of each window`}
                  mode="checklist"
                  own={choices.windowScopeTexts[key]}
                  start={() => windowStart}
                  hint="Repeated for every window. Words in double braces are filled in for each."
                  onChange={(html) => set("windowScopeTexts", key, html)}
                />
              )}
            </div>
          );
        })}
      </div>
    </ChoiceSection>
  );
}

/** One text behind its title. Opened, it is an editor; an edited text can be reset. */
const EditedText = memo(function EditedText({
  title,
  mode,
  own,
  start,
  hint,
  onChange,
}: {
  title: string;
  mode: "standard" | "checklist";
  /** The edited text; undefined while it is the original. */
  own: string | undefined;
  start: () => string;
  hint?: string | undefined;
  onChange: (html: string | undefined) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={classes.text} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <IconChevronRight size={18} stroke={1.75} aria-hidden />
        <span>{title}</span>
        {own !== undefined && <Tag>Changed</Tag>}
      </summary>
      {isOpen && (
        <div className={classes.editor}>
          <RichTextEditor
            mode={mode}
            label={title}
            hint={hint}
            value={own ?? start()}
            reduceHtml={reduceHtml}
            onChange={onChange}
          />
          {own !== undefined && (
            <TextButton onClick={() => onChange(undefined)}>Use the original wording of {title}</TextButton>
          )}
        </div>
      )}
    </details>
  );
});
