import { IconAlertCircle } from "@tabler/icons-react";
import classes from "#features/account/form-message.module.css";

/** What is wrong with the form as a whole, above its button. The region is always there, so that it is read out. */
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
