import { IconAlertCircle } from "@tabler/icons-react";
import classes from "#features/account/form-message.module.css";

/** The error of the form as a whole, above its button. The region is always present, so that screen readers announce it. */
export function FormMessage({ message }: { message: string | undefined }) {
  return (
    <div role="alert">
      {message && (
        <p className={classes.message}>
          <IconAlertCircle size={18} stroke={1.75} aria-hidden />
          {message}
        </p>
      )}
    </div>
  );
}
