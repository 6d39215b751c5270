import { Button } from "@mantine/core";
import { IconChevronLeft, IconDeviceTablet } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { formatDay, documentKindOf, isReconstructed, isSigned, leadName } from "@ridgebook/contract";
import { useMemo, type ReactNode } from "react";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { homeownerPath, leadPath } from "#features/estimate/paths.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";
import { AddWork } from "#features/estimate/summary/add-work.tsx";
import { estimateFigures, type EstimateFigures } from "#features/estimate/summary/estimate-figures.ts";
import { CustomerOnPaper } from "#features/estimate/summary/customer-on-paper.tsx";
import { EstimateName } from "#features/estimate/summary/estimate-name.tsx";
import { MoneyPanel } from "#features/estimate/summary/money-panel.tsx";
import { formatChanged } from "#features/estimate/summary/moment-text.ts";
import { nextActionOf } from "#features/estimate/summary/next-action.ts";
import { PaymentPanel } from "#features/estimate/summary/payment-panel.tsx";
import { SaveTemplate } from "#features/estimate/summary/save-template.tsx";
import { ScopePanel } from "#features/estimate/summary/scope-panel.tsx";
import { UpdatePrices } from "#features/estimate/summary/update-prices.tsx";
import { useNow } from "#ui/use-now.ts";
import { WorkflowCards } from "#features/estimate/summary/workflow-cards.tsx";
import { WorkflowTable } from "#features/estimate/summary/workflow-table.tsx";
import classes from "#features/estimate/summary/summary.module.css";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SyncMark } from "#ui/sync-mark.tsx";
import { useIsPhone } from "#ui/use-is-phone.ts";

/**
 * The overview of an estimate: its total, each workflow with its progress, payment and documents (EST-25, ROUTE-26).
 *
 * @param documents the estimate's documents, rendered by another feature (EST-26)
 */
export function EstimateSummaryPage({ documents }: { documents?: ReactNode }) {
  const { estimate, workflows } = useOpenEstimate();
  const figures = useMemo(() => estimateFigures(estimate, workflows), [estimate, workflows]);
  const isPhone = useIsPhone();
  const List = isPhone ? WorkflowCards : WorkflowTable;
  return (
    <div className={classes.page} data-ground="canvas">
      <PageHeader
        back={<BackToLead />}
        title={<EstimateName />}
        actions={
          <>
            <SaveTemplate />
            <Button
              variant="secondary"
              leftSection={<IconDeviceTablet size={18} stroke={1.75} aria-hidden />}
              renderRoot={(button) => <Link {...linkTo(homeownerPath(estimate.id))} {...button} />}
            >
              Show homeowner
            </Button>
            <NextStep figures={figures} />
          </>
        }
      >
        <CustomerOnPaper />
        <EstimateTimes />
      </PageHeader>
      <UpdatePrices />
      <div className={classes.columns}>
        <div className={classes.column}>
          <MoneyPanel figures={figures} />
          {figures.rows.length > 0 ? (
            <List figures={figures} />
          ) : (
            <Panel as="div" padding="none">
              <EmptyState
                title="No work in this estimate yet"
                text="Add the work that it is about below. Its steps, prices and totals come with it."
              />
            </Panel>
          )}
          <AddWork />
        </div>
        <div className={classes.side}>
          <div data-on-paper="no">
            <ScopePanel />
          </div>
          <div className={classes.tall} data-column="2">
            <PaymentPanel figures={figures} />
          </div>
          {documents}
        </div>
      </div>
    </div>
  );
}

/** The page's one primary button: the next action. */
function NextStep({ figures: { rows } }: { figures: EstimateFigures }) {
  const { estimate } = useOpenEstimate();
  const localData = useLocalData();
  const documents = useLocalQuery("estimate-documents", () => localData.documents.listOfEstimate(estimate.id), [
    localData,
    estimate.id,
  ]).value;
  const isSold = documents?.some(
    (each) => documentKindOf(each.type) === "contract" && isSigned(each) && !isReconstructed(each),
  );
  const next = nextActionOf(estimate.id, { rows, isSold });
  if (!next) return null;
  return <Button renderRoot={(button) => <Link {...linkTo(next.path)} {...button} />}>{next.label}</Button>;
}

function BackToLead() {
  const { estimate, lead } = useOpenEstimate();
  return (
    <Link {...linkTo(leadPath(estimate.leadId))} className="rb-back">
      <IconChevronLeft size={16} stroke={1.75} aria-hidden />
      {(lead && leadName(lead)) || "Lead"}
    </Link>
  );
}

function EstimateTimes() {
  const { estimate } = useOpenEstimate();
  const { timeZone } = useSession();
  const now = useNow();
  return (
    <div className={`rb-row ${classes.times}`}>
      <span>
        Created {formatDay({ time: estimate.createdTime, timeZone, now })} · changed{" "}
        {formatChanged({ time: estimate.modifiedTime, timeZone, now })}
      </span>
      <SyncMark sync={estimate.sync} />
    </div>
  );
}
