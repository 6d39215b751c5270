import { unitMark, type Explanation } from "@ridgebook/estimating";
import { IconChevronDown } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { tapeLines, type TapeLine, type TapeOperator } from "#features/estimate/why/tape-lines.ts";
import { tapeSentence } from "#features/estimate/why/tape-sentence.ts";
import classes from "#features/estimate/why/explanation-tape.module.css";

/** What screen readers say for the first column. */
const OPERATOR_WORDS: Record<TapeOperator, string> = {
  "": "",
  "+": "plus",
  "−": "minus",
  "×": "times",
  "÷": "divided by",
  "=": "is",
  "↑": "rounded up to",
  "≈": "rounded to",
  or: "or",
};

/** A tape with at most this many lines opens its nested tapes. */
const GLANCE = 14;

interface TapeRow {
  /** The line's position in the tape: "2", nested "2.0". */
  readonly key: string;
  readonly line: TapeLine;
  readonly isLast: boolean;
}

function rowsOf(lines: readonly TapeLine[], isOpen: (key: string) => boolean, outer = ""): readonly TapeRow[] {
  return lines.flatMap((line, index): readonly TapeRow[] => {
    const key = `${outer}${String(index)}`;
    const inner = line.inner.length > 0 && isOpen(key) ? rowsOf(line.inner, isOpen, `${key}.`) : [];
    return [{ key, line, isLast: outer === "" && index === lines.length - 1 }, ...inner];
  });
}

const countLines = (lines: readonly TapeLine[]): number =>
  lines.reduce((count, { inner }) => count + 1 + countLines(inner), 0);

/**
 * An explanation as a paper tape: operator, figure, label and source, with a line above each result (look.md "Why"). Figures open their own
 * nested tapes.
 */
export function ExplanationTape({ explanation }: { explanation: Explanation }) {
  const lines = useMemo(() => tapeLines(explanation), [explanation]);
  const sentence = useMemo(() => tapeSentence(explanation), [explanation]);
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const isShort = countLines(lines) <= GLANCE;
  const isOpen = (key: string): boolean => turned.has(key) !== isShort;
  const turn = (key: string): void =>
    setTurned((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });

  return (
    <>
      {sentence !== null && <p className={classes.sentence}>{sentence}</p>}
      <table className={classes.tape}>
        <caption className="rb-visually-hidden">How this number came about</caption>
        <thead className="rb-visually-hidden">
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Figure</th>
            <th scope="col">What it is</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(lines, isOpen).map(({ key, line, isLast }) => (
            <Row key={key} line={line} isLast={isLast} isOpen={isOpen(key)} onTurn={() => turn(key)} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Row({
  line,
  isLast,
  isOpen,
  onTurn,
}: {
  line: TapeLine;
  isLast: boolean;
  isOpen: boolean;
  onTurn: () => void;
}) {
  const { operator, value, text, unit, label, source, isResult, depth, inner } = line;
  const isGiven = operator !== "=" && operator !== "≈" && operator !== "↑";
  const words = (
    <span className={classes.words}>
      {unit && <span className="rb-caption">{unitMark(unit, value)} </span>}
      {label}
    </span>
  );
  return (
    <tr
      className={classes.line}
      data-depth={depth > 0 ? Math.min(depth, 3) : undefined}
      data-result={isResult ? "" : undefined}
      data-last={isLast ? "" : undefined}
    >
      <td className={classes.operator}>
        <span aria-hidden>{operator}</span>
        <span className="rb-visually-hidden">{OPERATOR_WORDS[operator]}</span>
      </td>
      <td className={classes.figure} data-strong={isResult || isGiven ? "" : undefined}>
        {text}
      </td>
      <td className={classes.what}>
        {inner.length > 0 ? (
          <button type="button" className={classes.turn} aria-expanded={isOpen} onClick={onTurn}>
            {words}
            <IconChevronDown className={classes.chevron} size={16} stroke={1.75} aria-hidden />
          </button>
        ) : (
          words
        )}
        {source !== null && <span className={`rb-caption ${classes.source}`}>{source}</span>}
      </td>
    </tr>
  );
}
