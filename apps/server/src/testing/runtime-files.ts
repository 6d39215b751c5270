/** What the built server reads besides its own code, from the folder of its package. */
export const RUNTIME_FILES = [
  "package.json",
  "src/database/migrations",
  "src/features/accounts/common-passwords.txt.gz",
] as const;
