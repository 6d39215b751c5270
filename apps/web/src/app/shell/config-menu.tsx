import { Link } from "@tanstack/react-router";
import classes from "#app/shell/config-area.module.css";
import side from "#app/shell/side-area.module.css";
import { useMovingIn } from "#features/moving-in/use-moving-in.ts";
import { PageHeader } from "#ui/page-header.tsx";

/** The pages of the area by group, in the order of the menu. */
const GROUPS = [
  {
    label: "Company",
    pages: [
      { label: "Settings", path: "/config/settings" },
      { label: "Users", path: "/config/users" },
      { label: "Import leads", path: "/config/import-leads" },
      { label: "Payment options", path: "/config/payment-options" },
      { label: "Usage report", path: "/config/usage-report" },
      { label: "Activity", path: "/config/activity" },
    ],
  },
  {
    label: "Estimates",
    pages: [
      { label: "Sections", path: "/config/estimate-sections" },
      { label: "Fields and prices", path: "/config/estimate-fields" },
      { label: "Field options", path: "/config/estimate-field-options" },
      { label: "Section help", path: "/config/sections-info" },
      { label: "Templates", path: "/config/estimate-templates" },
    ],
  },
  {
    label: "Papers and mail",
    pages: [
      { label: "Contract", path: "/config/contract-settings" },
      { label: "E-mail", path: "/config/email-settings" },
    ],
  },
  {
    label: "Connections",
    pages: [
      { label: "Files", path: "/config/file-settings" },
      { label: "Hover", path: "/config/hover-integration" },
      { label: "Zoho CRM", path: "/config/zoho-integration" },
      { label: "CompanyCam", path: "/config/photo-integration" },
      { label: "API", path: "/config/api-integration" },
    ],
  },
] as const;

/** The link back to the list of a new company, whose items lead to these pages; nothing once the list is done. */
export function FirstContractLink({ className }: { className: string | undefined }) {
  const { facts } = useMovingIn();
  if (!facts || facts.hasSignedDocument) return null;
  return (
    <Link to="/estimator/start" className={className}>
      Up to the first contract
    </Link>
  );
}

/** The links between the pages of the area, by group. */
export function ConfigMenu() {
  return (
    <>
      <FirstContractLink className={side.item} />
      {GROUPS.map(({ label: group, pages }) => (
        <section key={group} aria-label={group}>
          <h2 className={`rb-small ${classes.groupName}`}>{group}</h2>
          {pages.map(({ label, path }) => (
            <Link key={path} to={path} className={side.item} activeOptions={{ includeSearch: false }}>
              {label}
            </Link>
          ))}
        </section>
      ))}
    </>
  );
}

/** The same as a separate page: narrow screens have no room beside the others. */
export function ConfigMenuPage() {
  return (
    <div className={`${classes.menuPage} rb-headed-by-bar`}>
      <PageHeader title="Config" />
      <nav aria-label="Config" className={classes.list} data-ground="surface">
        <ConfigMenu />
      </nav>
    </div>
  );
}
