/** One place of the program in a stack trace. */
export interface StackFrame {
  /** The function's name; "?" where it has none. */
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
 * Reads a stack trace, innermost call first, without the error's message: that may repeat what somebody entered.
 *
 * @param toFile names the program's file at a place; undefined for places that are not of the program, which are left out
 */
export function readStackFrames(
  { stack = "", message }: Pick<Error, "stack" | "message">,
  toFile: (place: string) => string | undefined,
): StackFrame[] {
  // A message of several lines must not be taken for frames.
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
