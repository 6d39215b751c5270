import { IconChevronLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "#features/leads/lead-details.module.css";
import { useListPlace } from "#features/leads/list-place.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";

export const LEADS_PATH = "/estimator/leads";

const backIcon = <IconChevronLeft size={16} stroke={1.75} aria-hidden />;

/** Back to the list with its search, filters and page. */
export function BackToLeads() {
  const listPlace = useListPlace();
  return (
    <Link to="/estimator/leads" search={{ ...listPlace.read() }} className="rb-back">
      {backIcon}
      Leads
    </Link>
  );
}

export const BackToLead = ({ id }: { id: number }) => (
  <Link to="/estimator/leads/$id/details" params={{ id: String(id) }} className="rb-back">
    {backIcon}
    Lead
  </Link>
);

/** The next step if a lead is missing. */
function GoToLeads() {
  const listPlace = useListPlace();
  return (
    <Link to="/estimator/leads" search={{ ...listPlace.read() }}>
      Go to the leads
    </Link>
  );
}

/** Explains why there is no lead to show, on the details and the edit page. */
export const NoLead = ({ title, text, action }: { title: string; text: string; action?: ReactNode }) => (
  <div className={classes.page} data-ground="canvas">
    <PageHeader back={<BackToLeads />} title="Lead" />
    <Panel as="div" padding="none">
      <EmptyState title={title} text={text} action={action ?? <GoToLeads />} />
    </Panel>
  </div>
);
