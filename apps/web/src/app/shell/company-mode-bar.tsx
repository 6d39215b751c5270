import { Link } from "@tanstack/react-router";
import classes from "#app/shell/company-mode-bar.module.css";

/** Shows a super admin whose data they see, and links out: opening the admin area leaves the company (GUARD-10). */
export function CompanyModeBar({ companyName }: { companyName: string | undefined }) {
  return (
    <aside className={classes.bar} aria-label="Company mode">
      <p className={classes.text}>
        You are in <span className={classes.name}>{companyName ?? "a company"}</span> as a super admin
      </p>
      <Link to="/admin" className={classes.leave} aria-label="Leave the company">
        Leave
      </Link>
    </aside>
  );
}
