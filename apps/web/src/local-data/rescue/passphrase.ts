const MIN_PASSPHRASE_LENGTH = 12;
const MIN_DIFFERENT_CHARACTERS = 6;

/** Checks a new passphrase for a file. Returns the reason why it is too weak, as a sentence, or undefined. */
export function passphraseIssue(passphrase: string): string | undefined {
  const characters = Array.from(passphrase.normalize("NFKC").trim());
  if (characters.length < MIN_PASSPHRASE_LENGTH)
    return `Use at least ${String(MIN_PASSPHRASE_LENGTH)} characters. Four words are easy to keep in mind.`;
  if (new Set(characters).size < MIN_DIFFERENT_CHARACTERS)
    return "Use more different characters. Four words are easy to keep in mind.";
  return undefined;
}
