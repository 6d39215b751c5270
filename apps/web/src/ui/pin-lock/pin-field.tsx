import { PasswordField } from "#ui/password-field.tsx";
import type { TextFieldProps } from "#ui/text-field.tsx";

/** A PIN, hidden like a password. Browsers ignore "off" for passwords; with "one-time-code" they do not store it among the logins or fill it in. */
export const PinField = (props: Omit<TextFieldProps, "type" | "unit" | "numeric" | "rightSection">) => (
  <PasswordField inputMode="numeric" autoComplete="one-time-code" maxLength={6} {...props} />
);
