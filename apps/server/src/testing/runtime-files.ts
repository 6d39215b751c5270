/** Files that the built server reads besides its code, relative to its package. */
export const RUNTIME_FILES = [
  "package.json",
  "src/database/migrations",
  "src/features/accounts/common-passwords.txt.gz",
] as const;
