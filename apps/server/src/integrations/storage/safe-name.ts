const MAX_LENGTH = 150;
/** Names that Windows, which syncs such folders, keeps for devices. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * A name that both storages and the computers that sync them take: without `" * : < > ? / \ |` and control characters, with neither
 * spaces nor dots at its ends, at most 150 characters. "Untitled" where nothing is left.
 */
export function safeName(text: string): string {
  const plain = text
    .replace(/["*:<>?/\\|]|\p{Cc}/gu, "-")
    .replace(/\s+/g, " ")
    .replace(/^[\s.~]+|[\s.]+$/g, "");
  // Not in the middle of a character of two halves.
  const cut = plain
    .slice(0, MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd();
  if (cut === "") return "Untitled";
  return RESERVED.test(cut) ? `_${cut}` : cut;
}
