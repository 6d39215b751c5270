import { PASSWORD_REQUIREMENTS } from "@ridgebook/contract";
import { IconCheck, IconPoint } from "@tabler/icons-react";
import type { UseFormRegisterReturn } from "react-hook-form";
import classes from "#features/account/new-password-fields.module.css";
import { PasswordField } from "#ui/password-field.tsx";

interface NewPasswordField {
  field: UseFormRegisterReturn;
  error: string | undefined;
}

/** The new password, its requirements, and its repetition. */
export function NewPasswordFields({
  label = "Password",
  value,
  password,
  repeatPassword,
}: {
  label?: string;
  /** The text of the first field, for the checklist. */
  value: string;
  password: NewPasswordField;
  repeatPassword: NewPasswordField;
}) {
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        error={password.error}
        aria-describedby="password-requirements"
        {...password.field}
      />
      <ul id="password-requirements" className={`rb-list ${classes.requirements}`} aria-label="A password needs">
        {PASSWORD_REQUIREMENTS.map(({ text, isMet }) => (
          <Requirement key={text} text={text} isMet={value !== "" && isMet(value)} />
        ))}
      </ul>
      <PasswordField
        label="Repeat password"
        autoComplete="new-password"
        error={repeatPassword.error}
        {...repeatPassword.field}
      />
    </>
  );
}

function Requirement({ text, isMet }: { text: string; isMet: boolean }) {
  const Icon = isMet ? IconCheck : IconPoint;
  return (
    <li className={`rb-hint ${classes.requirement}`} data-met={isMet || undefined}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {text}
      {isMet && <span className="rb-visually-hidden"> (done)</span>}
    </li>
  );
}
