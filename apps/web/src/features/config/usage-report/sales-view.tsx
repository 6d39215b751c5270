import { closeRate, type SalesFigures, type SalesReport } from "@ridgebook/contract";
import type { ReactNode } from "react";
import { BarChart } from "#features/config/usage-report/bar-chart.tsx";
import {
  ageText,
  dollarsText,
  lostReasonText,
  monthText,
  salesCells,
  salesColumns,
  salesPersonName,
  shareText,
  workflowText,
} from "#features/config/usage-report/sales-texts.ts";
import classes from "#features/config/usage-report/usage-report.module.css";
import { EmptyState } from "#ui/empty-state.tsx";
import { Panel } from "#ui/panel.tsx";

/** The company's sales and losses in the chosen days, and the currently open leads. */
export function SalesView({ report }: { report: SalesReport }) {
  const { cohorts, people, workflows, total, open, lost } = report;
  const columns = salesColumns(report);
  const cellsOf = (row: SalesFigures) => salesCells(report, row, { dollars: dollarsText, share: shareText });
  const hasOpen = open.some(({ estimates }) => estimates > 0);
  return (
    <>
      <Panel title="Close rate by month of first estimate">
        <p className={classes.note}>
          Each lead counts in the month of its first estimate, and as signed whenever that was. Recent months still
          rise.
        </p>
        {cohorts.length === 0 ? (
          <EmptyState title="No lead had its first estimate in these days" text="Choose other days." />
        ) : (
          <>
            <BarChart
              title="Close rate"
              whole={1}
              bars={cohorts.map((row) => ({
                key: row.month,
                label: monthText(row.month),
                value: closeRate(row) ?? 0,
                text: shareText(closeRate(row)),
              }))}
            />
            <Table label="Close rate" head={["Month", "Leads", "Signed", "Close rate"]}>
              {cohorts.map((row) => (
                <Row
                  key={row.month}
                  name={monthText(row.month)}
                  cells={[row.leads, row.closed, shareText(closeRate(row))]}
                />
              ))}
            </Table>
          </>
        )}
      </Panel>
      <Panel title="Sales and margin">
        <p className={classes.note}>
          Estimates whose contract was first signed in these days, with the amounts that the estimates have now. The
          margin is after a lender&apos;s fee, whether the homeowner or the company bears it.
        </p>
        {total.sales === 0 ? (
          <EmptyState title="No contract was signed in these days" text="Choose other days." />
        ) : (
          <>
            <Table label="Sales by salesperson" head={["Salesperson", ...columns]}>
              {people.map((row) => (
                <Row key={String(row.userId)} name={salesPersonName(row)} cells={cellsOf(row)} />
              ))}
              <Row name="Total" cells={cellsOf(total)} isTotal />
            </Table>
            <Table label="Sales by workflow" head={["Workflow", ...columns]}>
              {workflows.map((row) => (
                <Row key={row.workflowId} name={workflowText(row.workflowId)} cells={cellsOf(row)} />
              ))}
            </Table>
          </>
        )}
      </Panel>
      <Panel title="Open estimates by age">
        <p className={classes.note}>
          As of now, whatever days are chosen. Leads that signed a contract, or are marked as sold or lost, are left
          out.
        </p>
        {hasOpen ? (
          <>
            <BarChart
              title="Worth"
              bars={open.map((row) => ({
                key: String(row.fromDays),
                label: ageText(row),
                value: row.value,
                text: dollarsText(row.value),
              }))}
            />
            <Table label="Open estimates" head={["Age", "Estimates", "Worth"]}>
              {open.map((row) => (
                <Row key={row.fromDays} name={ageText(row)} cells={[row.estimates, dollarsText(row.value)]} />
              ))}
            </Table>
          </>
        ) : (
          <EmptyState title="No estimate is open" text="Estimates appear here until their lead signs or is lost." />
        )}
      </Panel>
      <Panel title="Why leads were lost">
        <p className={classes.note}>
          Leads that were added in these days and are marked as lost. The reason is chosen on the lead, beside its
          status.
        </p>
        {lost.length === 0 ? (
          <EmptyState title="No lead of these days is lost" text="Choose other days." />
        ) : (
          <>
            <BarChart
              title="Lost leads"
              bars={lost.map((row) => ({
                key: row.reason,
                label: lostReasonText(row),
                value: row.leads,
                text: String(row.leads),
              }))}
            />
            <Table label="Lost leads" head={["Reason", "Leads"]}>
              {lost.map((row) => (
                <Row key={row.reason} name={lostReasonText(row)} cells={[row.leads]} />
              ))}
            </Table>
          </>
        )}
      </Panel>
    </>
  );
}

function Table({ label, head, children }: { label: string; head: readonly string[]; children: ReactNode }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be reachable with the keyboard
    <div className={classes.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={classes.table} data-in="panel">
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Row({
  name,
  cells,
  isTotal = false,
}: {
  name: string;
  cells: readonly (string | number)[];
  isTotal?: boolean;
}) {
  return (
    <tr data-total={isTotal || undefined}>
      <th scope="row">{name}</th>
      {cells.map((cell, index) => (
        <td key={index}>{cell}</td>
      ))}
    </tr>
  );
}
