import type { ReactNode } from "react";
import classes from "#ui/tag.module.css";

export type TagTone = "ok" | "warn" | "bad" | "neutral";

/** A word for a state. Never a button, and never a color alone. */
export function Tag({ tone = "neutral", icon, children }: { tone?: TagTone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
