import { Button } from "@mantine/core";
import { homeownerView } from "@ridgebook/estimating";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useEffect, useId, useLayoutEffect, useRef, useState, type MouseEvent } from "react";
import { useOwnAmounts } from "#features/estimate/own-amounts.tsx";
import { ExplanationTape } from "#features/estimate/why/explanation-tape.tsx";
import { homeownerText } from "#features/estimate/why/homeowner-text.ts";
import { tapeAnswer } from "#features/estimate/why/tape-sentence.ts";
import { WasteChoices } from "#features/estimate/why/waste-choices.tsx";
import { useExplanation } from "#features/estimate/why/use-explanation.ts";
import type { WhyQuestion } from "#features/estimate/why/why-context.ts";
import classes from "#features/estimate/why/why-panel.module.css";
import { IconButton } from "#ui/icon-button.tsx";
import { Tag } from "#ui/tag.tsx";

type Reader = "salesperson" | "homeowner";
const READERS: readonly { reader: Reader; name: string }[] = [
  { reader: "salesperson", name: "Salesperson" },
  { reader: "homeowner", name: "Homeowner" },
];

const isAnotherOneOpen = (): boolean => document.querySelector("dialog:modal, :popover-open") !== null;

/**
 * One explanation as a paper tape, or as a sentence for homeowners.
 *
 * @param isBeside shown beside the page, not as a modal drawer or sheet
 */
export function WhyPanel({
  question,
  isBeside,
  onClose,
}: {
  question: WhyQuestion;
  isBeside: boolean;
  onClose: () => void;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog && !dialog.open) {
      if (isBeside) dialog.show();
      else dialog.showModal();
    }
    // First for screen readers; the buttons follow.
    title.current?.focus({ preventScroll: true });
    return () => dialog?.close();
  }, [isBeside]);

  useEffect(() => {
    if (!isBeside) return undefined;
    // Modal panels handle Escape; one beside the page needs a listener.
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && !event.defaultPrevented && !isAnotherOneOpen()) onClose();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [isBeside, onClose]);

  const handleOverlayClick = (event: MouseEvent): void => {
    if (!isBeside && event.target === element.current) onClose();
  };

  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the keyboard's way to what the click on the overlay does; the element brings it as `cancel`
    <dialog
      ref={element}
      className={isBeside ? classes.beside : classes.above}
      data-ground="surface"
      aria-labelledby={titleId}
      onClick={handleOverlayClick}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={classes.head}>
        <h2 ref={title} id={titleId} className={classes.title} tabIndex={-1}>
          Why this number
        </h2>
        <IconButton label="Close" icon={<IconX size={20} stroke={1.75} aria-hidden />} onClick={onClose} />
      </div>
      <Answer question={question} onClose={onClose} />
    </dialog>
  );
}

function Answer({ question, onClose }: { question: WhyQuestion; onClose: () => void }) {
  const { isHidden } = useOwnAmounts();
  const [reader, setReader] = useState<Reader>(isHidden ? "homeowner" : "salesperson");
  const { explanation, isChanged } = useExplanation(question.explain);
  const name = useId();
  const { place, answer, inUse, onUse, entryOf } = question;
  const seen = explanation && homeownerView(explanation);
  const isForHomeowner = explanation !== null && reader === "homeowner";

  return (
    <div className={classes.content}>
      {explanation && (
        <fieldset className={classes.readers}>
          <legend className="rb-visually-hidden">Shown for</legend>
          {READERS.map((each) => (
            <label key={each.reader} className={classes.reader}>
              <input
                type="radio"
                name={name}
                className="rb-visually-hidden"
                checked={reader === each.reader}
                onChange={() => setReader(each.reader)}
              />
              {each.name}
            </label>
          ))}
        </fieldset>
      )}
      <p className={classes.place}>{place}</p>
      {isForHomeowner ? (
        <p className={classes.told}>{seen ? homeownerText(seen) : "There is nothing to show the homeowner here."}</p>
      ) : (
        <>
          <div className={classes.answerLine}>
            {/* The form went on since: the number that it says now. */}
            <p className={`rb-title ${classes.answer}`}>
              {explanation && isChanged ? tapeAnswer(explanation) : answer}
            </p>
            {!isChanged && inUse === true && (
              <span className={`rb-hint ${classes.inUse}`}>
                <IconCheck size={18} stroke={1.75} aria-hidden /> In use
              </span>
            )}
            {!isChanged && inUse !== true && onUse && (
              <Button
                variant="secondary"
                onClick={() => {
                  onUse();
                  onClose();
                }}
              >
                Use
              </Button>
            )}
          </div>
          {explanation ? (
            <>
              <ExplanationTape explanation={explanation} />
              <WasteChoices explanation={explanation} entryOf={entryOf} />
            </>
          ) : (
            <p className={classes.nothing}>This number was entered; nothing was calculated.</p>
          )}
          {seen && (
            <section className={classes.homeowner}>
              <div className={`rb-row ${classes.homeownerHead}`}>
                <h3 className="rb-group">What the homeowner reads</h3>
                <Tag>No cost, no margin</Tag>
              </div>
              <p className={classes.words}>{homeownerText(seen)}</p>
            </section>
          )}
        </>
      )}
    </div>
  );
}
