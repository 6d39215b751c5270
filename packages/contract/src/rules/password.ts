const MIN_PASSWORD_LENGTH = 6;
const MAX_PASSWORD_LENGTH = 100;

/** The password rules, in the order and words of the checklist next to the field (1.§5). */
export const PASSWORD_REQUIREMENTS = [
  { text: "At least 1 uppercase letter", isMet: (password: string) => /\p{Lu}/u.test(password) },
  { text: "At least 1 lowercase letter", isMet: (password: string) => /\p{Ll}/u.test(password) },
  { text: "At least 1 number", isMet: (password: string) => /\d/.test(password) },
  { text: "At least 1 symbol", isMet: (password: string) => /[^\p{L}\p{N}]/u.test(password) },
  { text: "Minimum 6 characters", isMet: (password: string) => password.length >= MIN_PASSWORD_LENGTH },
  { text: "Maximum 100 characters", isMet: (password: string) => password.length <= MAX_PASSWORD_LENGTH },
] as const;

export const isStrongPassword = (password: string): boolean =>
  PASSWORD_REQUIREMENTS.every(({ isMet }) => isMet(password));
