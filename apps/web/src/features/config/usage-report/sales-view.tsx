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
import { TableHead } from "#ui/table-head.tsx";

/** The company's sales and losses in the chosen days, and the currently open leads. */
export function SalesView({ report }: { report: SalesReport }) {
  const { cohorts, people, workflows, total, open, lost } = report;
  const columns = salesColumns(report);
  const cellsOf = (row: SalesFigures) => salesCells(report, row, { dollars: dollarsText, share: shareText });
  return (
    <>
      <Part
        title="Close rate by month of first estimate"
        note="Each lead counts in the month of its first estimate, and as signed whenever that was. Recent months still rise."
        emptyTitle={cohorts.length === 0 && "No lead had its first estimate in these days"}
      >
        <ChartedTable
          title="Close rate"
          head={["Month", "Leads", "Signed", "Close rate"]}
          whole={1}
          rows={cohorts.map((row) => ({
            label: monthText(row.month),
            value: closeRate(row) ?? 0,
            cells: [row.leads, row.closed, shareText(closeRate(row))],
          }))}
        />
      </Part>
      <Part
        title="Sales and margin"
        note="Estimates whose contract was first signed in these days, with the amounts that the estimates have now. The margin is after a lender’s fee, whether the homeowner or the company bears it."
        emptyTitle={total.sales === 0 && "No contract was signed in these days"}
      >
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
      </Part>
      <Part
        title="Open estimates by age"
        note="As of now, whatever days are chosen. Leads that signed a contract, or are marked as sold or lost, are left out."
        emptyTitle={open.every(({ estimates }) => estimates === 0) && "No estimate is open"}
        emptyText="Estimates appear here until their lead signs or is lost."
      >
        <ChartedTable
          title="Worth"
          label="Open estimates"
          head={["Age", "Estimates", "Worth"]}
          rows={open.map((row) => ({
            label: ageText(row),
            value: row.value,
            cells: [row.estimates, dollarsText(row.value)],
          }))}
        />
      </Part>
      <Part
        title="Why leads were lost"
        note="Leads that were added in these days and are marked as lost. The reason is chosen on the lead, beside its status."
        emptyTitle={lost.length === 0 && "No lead of these days is lost"}
      >
        <ChartedTable
          title="Lost leads"
          head={["Reason", "Leads"]}
          rows={lost.map((row) => ({ label: lostReasonText(row), value: row.leads, cells: [row.leads] }))}
        />
      </Part>
    </>
  );
}

/** A panel of the report. @param emptyTitle shown instead of figures if it has none */
function Part({
  title,
  note,
  emptyTitle,
  emptyText = "Choose other days.",
  children,
}: {
  title: string;
  note: string;
  emptyTitle: string | false;
  emptyText?: string;
  children: ReactNode;
}) {
  return (
    <Panel title={title}>
      <p className={`rb-hint ${classes.note}`}>{note}</p>
      {emptyTitle === false ? children : <EmptyState title={emptyTitle} text={emptyText} />}
    </Panel>
  );
}

type Cells = readonly (string | number)[];

/** Bars, and below them the same rows in figures: the last one is written at its bar. */
function ChartedTable({
  title,
  label = title,
  head,
  rows,
  whole,
}: {
  title: string;
  label?: string;
  head: readonly string[];
  rows: readonly { readonly label: string; readonly value: number; readonly cells: Cells }[];
  whole?: number;
}) {
  const bars = rows.map(({ label: name, value, cells }) => ({
    key: name,
    label: name,
    value,
    text: String(cells.at(-1)),
  }));
  return (
    <>
      <BarChart title={title} bars={bars} whole={whole} />
      <Table label={label} head={head}>
        {rows.map((row) => (
          <Row key={row.label} name={row.label} cells={row.cells} />
        ))}
      </Table>
    </>
  );
}

function Table({ label, head, children }: { label: string; head: readonly string[]; children: ReactNode }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be reachable with the keyboard
    <div className={classes.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={classes.table} data-in="panel">
        <TableHead columns={head} />
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Row({ name, cells, isTotal = false }: { name: string; cells: Cells; isTotal?: boolean }) {
  return (
    <tr data-total={isTotal || undefined}>
      <th scope="row">{name}</th>
      {cells.map((cell, index) => (
        <td key={index}>{cell}</td>
      ))}
    </tr>
  );
}
