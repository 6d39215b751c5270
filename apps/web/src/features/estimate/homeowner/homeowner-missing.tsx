import { useRouter } from "@tanstack/react-router";
import { HandBack } from "#features/estimate/homeowner/hand-back.tsx";
import classes from "#features/estimate/homeowner/homeowner-page.module.css";

/** Shown for an estimate that was deleted, is not on this device, or failed to load. */
export function HomeownerMissing() {
  const router = useRouter();
  return (
    <main id="content" tabIndex={-1} className={classes.page}>
      <header className={`rb-row ${classes.head}`}>
        <HandBack onLeave={() => void router.navigate({ to: "/estimator/leads" })} />
      </header>
      <p className={classes.text}>This estimate cannot be shown right now. Please hand the tablet back.</p>
    </main>
  );
}
