import { PasswordField } from "#ui/password-field.tsx";
import type { TextFieldProps } from "#ui/text-field.tsx";

/**
 * A PIN, hidden like a password. Browsers heed "off" at no password; "one-time-code" is nothing that they keep among the logins or fill in
 * from them.
 */
export const PinField = (props: Omit<TextFieldProps, "type" | "unit" | "numeric" | "rightSection">) => (
  <PasswordField inputMode="numeric" autoComplete="one-time-code" maxLength={6} {...props} />
);
