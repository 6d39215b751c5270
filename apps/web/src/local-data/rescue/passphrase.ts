const MIN_PASSPHRASE_LENGTH = 12;
const MIN_DIFFERENT_CHARACTERS = 6;

/** What is wrong with a passphrase that should protect a file, as a sentence; undefined when nothing is. */
export function passphraseIssue(passphrase: string): string | undefined {
  const characters = Array.from(passphrase.normalize("NFKC").trim());
  if (characters.length < MIN_PASSPHRASE_LENGTH)
    return `Use at least ${String(MIN_PASSPHRASE_LENGTH)} characters. Four words are easy to keep in mind.`;
  if (new Set(characters).size < MIN_DIFFERENT_CHARACTERS)
    return "Use more different characters. Four words are easy to keep in mind.";
  return undefined;
}
