import type { ComponentProps, ReactNode } from "react";
import classes from "#ui/chip.module.css";

/** The status in the top bar: an icon, a few words, and a panel on press. */
export function Chip({
  icon,
  tone = "neutral",
  spinning = false,
  className,
  children,
  onClick,
  ...button
}: Omit<ComponentProps<"button">, "type"> & {
  icon?: ReactNode;
  tone?: "neutral" | "warn" | "bad";
  /** Turns the icon during work. */
  spinning?: boolean;
}) {
  const shape = {
    className: [classes.chip, className ?? ""].join(" ").trim(),
    "data-tone": tone,
    children: (
      <>
        {icon && (
          <span className={classes.icon} data-spinning={spinning || undefined} aria-hidden>
            {icon}
          </span>
        )}
        {children}
      </>
    ),
  };
  if (!onClick) return <span {...shape} />;
  return <button type="button" {...button} {...shape} onClick={onClick} />;
}
