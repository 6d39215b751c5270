import type { ComponentProps, ReactNode } from "react";
import classes from "#ui/icon-button.module.css";

/** A common action shown as an icon alone: close, back, more. Uncommon actions get a word (look.md, "Type"). */
export function IconButton({
  label,
  icon,
  tone = "quiet",
  className,
  ...button
}: Omit<ComponentProps<"button">, "aria-label" | "children"> & {
  label: string;
  icon: ReactNode;
  /** `field` adds a background, for one that is beside fields. */
  tone?: "quiet" | "field";
}) {
  return (
    <button
      type="button"
      title={label}
      {...button}
      aria-label={label}
      data-tone={tone}
      className={[classes.button, className ?? ""].join(" ").trim()}
    >
      {icon}
    </button>
  );
}
