const MAX_LENGTH = 150;
/** Device names of Windows, which may sync these folders. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Makes a name valid for both storages and synced computers: without `" * : < > ? / \ |` and control characters, trimmed of spaces and
 * dots, at most 150 characters. "Untitled" if nothing is left.
 */
export function safeName(text: string): string {
  const plain = text
    .replace(/["*:<>?/\\|]|\p{Cc}/gu, "-")
    .replace(/\s+/g, " ")
    .replace(/^[\s.~]+|[\s.]+$/g, "");
  // Don't cut a surrogate pair.
  const cut = plain
    .slice(0, MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd();
  if (cut === "") return "Untitled";
  return RESERVED.test(cut) ? `_${cut}` : cut;
}
