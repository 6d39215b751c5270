import type { ComponentProps } from "react";
import classes from "#ui/text-button.module.css";

/** A lesser action that looks like a link: in a sentence, or on a separate line. */
export function TextButton({
  isInText = false,
  className,
  ...button
}: ComponentProps<"button"> & {
  /** Keeps the height of its line; the target is still as large as a finger. */
  isInText?: boolean;
}) {
  return (
    <button
      type="button"
      {...button}
      data-in-text={isInText || undefined}
      className={[classes.button, className ?? ""].join(" ").trim()}
    />
  );
}
