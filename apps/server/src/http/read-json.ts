import { Problem } from "@ridgebook/contract";

/** Ours are a dozen deep. */
const MAX_DEPTH = 64;
/** Members of objects and lists, altogether: as many as 8 MB of long estimates have. */
const MAX_VALUES = 500_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Looks at a JSON text before it is parsed, because parsing and checking it may take far longer than sending it. Raises malformedBody
 * for one that is nested too deep and tooLarge for one with too many values; whether it is JSON at all is left to the parser.
 */
export function assertModestJson(text: string): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        if (depth > MAX_DEPTH) throw new Problem("malformedBody");
        values += 1;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
    }
    if (values > MAX_VALUES) throw new Problem("tooLarge");
  }
}

/** Where the string ends that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}
