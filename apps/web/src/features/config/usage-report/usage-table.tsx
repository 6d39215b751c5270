import {
  formatDateTime,
  DOCUMENT_KINDS,
  DOCUMENT_LABELS,
  sumUsage,
  usagePersonName,
  type UsageFigures,
  type UsageOfPerson,
} from "@ridgebook/contract";
import type { ReactNode } from "react";
import classes from "#features/config/usage-report/usage-report.module.css";

const AMOUNT = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A row for each person, and the sums below. Wider than a phone: it scrolls under the names. */
export function UsageTable({ people, timeZone }: { people: readonly UsageOfPerson[]; timeZone: string }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be reachable with the keyboard
    <div className={classes.scroll} role="region" aria-label="Usage" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Leads</th>
            <th scope="col">Estimates</th>
            {DOCUMENT_KINDS.map((kind) => (
              <th key={kind} scope="col">
                {DOCUMENT_LABELS[kind]}
              </th>
            ))}
            <th scope="col">Signed value, $</th>
            <th scope="col">Last activity</th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <Row
              key={String(person.userId)}
              name={person.active ? usagePersonName(person) : `${usagePersonName(person)} (deactivated)`}
              figures={person}
              last={person.lastActivity === null ? "–" : formatDateTime({ time: person.lastActivity, timeZone })}
            />
          ))}
        </tbody>
        <tfoot>
          <Row name="Total" figures={sumUsage(people)} last="" />
        </tfoot>
      </table>
    </div>
  );
}

function Row({ name, figures, last }: { name: string; figures: UsageFigures; last: ReactNode }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{figures.leads}</td>
      <td>{figures.estimates}</td>
      {DOCUMENT_KINDS.map((kind) => (
        <td key={kind}>{figures.documents[kind]}</td>
      ))}
      <td>{AMOUNT.format(figures.signedValue)}</td>
      <td>{last}</td>
    </tr>
  );
}
