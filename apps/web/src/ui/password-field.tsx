import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useState } from "react";
import { TextField, type TextFieldProps } from "#ui/text-field.tsx";
import classes from "#ui/field-button.module.css";

/** A password, hidden until the user reveals it. */
export function PasswordField(props: Omit<TextFieldProps, "type" | "unit" | "numeric" | "rightSection">) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <TextField
      autoComplete="current-password"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={shown ? "text" : "password"}
      rightSectionWidth={44}
      rightSection={
        <button
          type="button"
          className={classes.button}
          aria-label="Show password"
          aria-pressed={shown}
          title={shown ? "Hide password" : "Show password"}
          disabled={props.disabled}
          onClick={() => setShown((before) => !before)}
        >
          <Icon size={18} stroke={1.75} aria-hidden />
        </button>
      }
    />
  );
}
