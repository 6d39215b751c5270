export interface StackFrame {
  /** The function's name, or "?". */
  readonly function: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export const MAX_FRAMES = 20;
const UNNAMED = "?";
const FUNCTION_NAME = /^[A-Za-z_$<#][\w$.<>#]{0,79}$/;
/** V8 writes `at name (place)` or `at place`, other engines `name@place`. */
const FRAME =
  /^\s*(?:at (?:async )?(?:(?<v8>.+?) \()?|(?<other>[^@]*)@)(?<place>\S+?):(?<line>\d{1,7}):(?<column>\d{1,7})\)?$/;

function readFunctionName(raw = ""): string {
  const name = raw.replace(/ \[as .*\]$/, "").replace(/^(?:async\*|new )+/, "");
  return FUNCTION_NAME.test(name) ? name : UNNAMED;
}

/**
 * Parses a stack trace, innermost call first, without the error's message, which may contain user input.
 *
 * @param toFile the program's file of a place; undefined for foreign places, which are skipped
 */
export function readStackFrames(
  { stack = "", message }: Pick<Error, "stack" | "message">,
  toFile: (place: string) => string | undefined,
): StackFrame[] {
  // Don't parse a multi-line message as frames.
  const messageEnd = message === "" ? -1 : stack.indexOf(message);
  const trace = messageEnd < 0 ? stack : stack.slice(messageEnd + message.length);
  return trace
    .split("\n")
    .flatMap((text): StackFrame[] => {
      const { v8, other, place = "", line, column } = FRAME.exec(text)?.groups ?? {};
      const file = toFile(place);
      if (file === undefined) return [];
      return [{ function: readFunctionName(v8 ?? other), file, line: Number(line), column: Number(column) }];
    })
    .slice(0, MAX_FRAMES);
}
