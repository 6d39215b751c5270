import { buildDocument, unprintableTexts, type DocumentChoices, type UnprintableText } from "@ridgebook/documents";
import { useDeferredValue, useMemo, useState } from "react";
import { ChoiceSection } from "#features/documents/choices/choice-section.tsx";
import type { ChoicesProps } from "#features/documents/choices/choices-props.ts";
import classes from "#features/documents/choices/choices.module.css";
import { isSpelling, mayBeLeftOut, PRINTED_AS_FIELD } from "#features/documents/choices/printed-as.ts";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { TextField } from "#ui/text-field.tsx";

const NOTHING: readonly UnprintableText[] = [];

/** Unprintable words of the paper, with or without a confirmed spelling. */
function useUnprintable({ source, choices }: Pick<ChoicesProps, "source" | "choices">): readonly UnprintableText[] {
  const shownSource = useDeferredValue(source);
  const shownChoices = useDeferredValue(choices);
  return useMemo(() => {
    try {
      return unprintableTexts(buildDocument(shownSource, { ...shownChoices, printedAs: {} }));
    } catch {
      // The preview shows why the paper cannot be made.
      return NOTHING;
    }
  }, [shownSource, shownChoices]);
}

/** Lists words that no typeface can print, with a Latin spelling of each that the owner confirms (SIGN-53). */
export function PrintedAsChoices({
  source,
  choices,
  change,
  errorOf,
}: Pick<ChoicesProps, "source" | "choices" | "errorOf"> & {
  change: (changed: Pick<DocumentChoices, "printedAs">) => void;
}) {
  const texts = useUnprintable({ source, choices });
  const confirmed = choices.printedAs ?? {};
  if (texts.length === 0) return null;
  return (
    <ChoiceSection
      title="Printed as"
      hint="Some words cannot be printed yet. Enter how they are spelled on paper, in Latin letters, and let the owner look at it."
    >
      <div id={PRINTED_AS_FIELD} tabIndex={-1} className={classes.printedAs}>
        {texts.map((text) => (
          <Spelling
            key={text.text}
            text={text}
            confirmed={confirmed[text.text]}
            onChange={(spelling) => {
              const { [text.text]: _former, ...others } = confirmed;
              change({ printedAs: spelling === undefined ? others : { ...others, [text.text]: spelling } });
            }}
          />
        ))}
        {errorOf(PRINTED_AS_FIELD) && <p className={classes.error}>{errorOf(PRINTED_AS_FIELD)}</p>}
      </div>
    </ChoiceSection>
  );
}

function Spelling({
  text: { text, place, characters },
  confirmed,
  onChange,
}: {
  text: UnprintableText;
  confirmed: string | undefined;
  /** Undefined withdraws the confirmation. */
  onChange: (spelling: string | undefined) => void;
}) {
  const [typed, setTyped] = useState(confirmed ?? "");
  const spelling = typed.trim();
  const isLatin = isSpelling(spelling);
  const isLeftOut = spelling === "";
  return (
    <div className={classes.spelling}>
      <p>
        <bdi className={classes.original}>{text}</bdi> in {place} cannot be printed: {characters.join(", ")}.
      </p>
      <TextField
        label="Printed as"
        aria-label={`Printed as, for ${text}`}
        value={typed}
        error={isLatin ? undefined : "Use Latin letters here."}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          if (confirmed !== undefined) onChange(undefined);
        }}
      />
      <CheckboxField
        label={isLeftOut && mayBeLeftOut(text) ? "Leave it out of the paper" : "The owner confirms this spelling"}
        aria-label={
          isLeftOut && mayBeLeftOut(text)
            ? `Leave ${text} out of the paper`
            : `The owner confirms this spelling of ${text}`
        }
        checked={confirmed !== undefined}
        disabled={!isLatin || (isLeftOut && !mayBeLeftOut(text))}
        onChange={(event) => onChange(event.currentTarget.checked ? spelling : undefined)}
      />
    </div>
  );
}
