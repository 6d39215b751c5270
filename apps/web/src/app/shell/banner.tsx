import type { ReactNode } from "react";
import classes from "#app/shell/banners.module.css";
import { useBanner } from "#ui/use-bottom-bar.ts";

/** A message of the app about itself, below the page. `text` is announced; `steps` are what to do about it. */
export function Banner({
  text,
  steps,
  tone = "neutral",
  children,
}: {
  text: ReactNode;
  steps?: ReactNode;
  tone?: "neutral" | "warn" | "bad";
  children: ReactNode;
}) {
  const ref = useBanner();
  return (
    <aside ref={ref} className={classes.banner} data-tone={tone} aria-label="About this app">
      <div className={classes.text}>
        <p role="status">{text}</p>
        {steps}
      </div>
      <div className={classes.actions}>{children}</div>
    </aside>
  );
}
