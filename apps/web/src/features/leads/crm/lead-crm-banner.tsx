import { isCompanyAdmin, type ZohoLeadState } from "@ridgebook/contract";
import { IconArrowsLeftRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import classes from "#features/leads/lead-details.module.css";
import { useSession } from "#server-client/session-context.tsx";
import { findingText } from "#server-client/zoho-finding-text.ts";

/** This lead's conflicts with Zoho, and where an admin resolves them. */
export function LeadCrmBanner({ findings }: Pick<ZohoLeadState, "findings">) {
  const { user, timeZone } = useSession();
  if (findings.length === 0) return null;
  return (
    <div className={`rb-banner ${classes.banner}`} data-tone="warn" role="status">
      <IconArrowsLeftRight size={20} stroke={1.75} aria-hidden />
      <p className={classes.bannerText}>
        <strong>Not the same in Zoho CRM.</strong> {findings.map((each) => findingText(each, timeZone)).join(" ")}
      </p>
      {isCompanyAdmin(user) && (
        <Link to="/config/zoho-integration" className={classes.bannerAction}>
          Decide
        </Link>
      )}
    </div>
  );
}
