import { Problem } from "@ridgebook/contract";

/** Our own bodies have a depth of about 12. */
const MAX_DEPTH = 64;
/** The total of members of objects and lists, as in 8 MB of long estimates. */
const MAX_VALUES = 500_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Checks a JSON text before it is parsed, because parsing and validating it may take far longer than sending it. Throws malformedBody
 * if it is nested too deep and tooLarge if it has too many values; does not check that it is valid JSON.
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

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}
