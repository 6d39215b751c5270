import { Button } from "@mantine/core";
import {
  differenceOf,
  findMarginFalls,
  readPercent,
  summarizeImpact,
  type EstimateImpact,
  type IntendedPriceChange,
  type MarginFall,
} from "@ridgebook/contract";
import { formatShare } from "@ridgebook/estimating";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import tables from "#features/config/config.module.css";
import { differenceText, dollarsText } from "#features/config/config-texts.ts";
import classes from "#features/config/price-impact-panel.module.css";
import { ComparedPrices } from "#features/config/compared-prices.tsx";
import { SampleHousesTable } from "#features/config/sample-houses-table.tsx";
import { usePriceImpact, type ShownImpact } from "#features/config/use-price-impact.ts";
import { countText, countedText } from "#ui/counted-text.ts";
import { keptTexts } from "#ui/kept-texts.ts";
import { Panel } from "#ui/panel.tsx";
import { TextField } from "#ui/text-field.tsx";

/** The number of estimates below the margin that are named one by one. */
const LISTED_FALLS = 20;
const PERCENT = 100;
const LEAST_MARGIN_KEY = "ridgebook-least-margin";

/** The effect of a price change on open estimates, before it is published. */
export function PriceImpactPanel({ change }: { change: IntendedPriceChange }) {
  return (
    <Panel title="What it does to open estimates">
      <PriceImpact change={change} />
    </Panel>
  );
}

/** The same without a panel, for a dialog. */
export function PriceImpact({ change }: { change: IntendedPriceChange }) {
  const impact = usePriceImpact(change);
  const { estimates, openCount, isComplete, failure, retry } = impact;
  if (failure !== undefined)
    return (
      <div role="alert">
        <p>The estimates could not be priced. {failure}</p>
        <Button variant="secondary" className={classes.retry ?? ""} onClick={retry}>
          Try again
        </Button>
      </div>
    );
  if (!isComplete)
    return (
      <>
        <progress
          className={classes.progress}
          aria-label="Pricing open estimates"
          {...(openCount ? { max: openCount, value: estimates.length } : {})}
        />
        <p role="status" className="rb-hint">
          {openCount === undefined
            ? "Pricing the open estimates"
            : `${countText(estimates.length)} of ${countText(openCount)} open estimates priced`}
        </p>
      </>
    );
  if (estimates.length === 0)
    return (
      <div className="rb-stack">
        <p role="status">
          No estimate is open. Estimates of leads that are sold or lost, and signed ones, stay as they are.
        </p>
        <SampleHousesTable houses={impact.sampleHouses} />
      </div>
    );
  return <Result impact={impact} />;
}

function Result({ impact: { estimates, sampleHouses, startedFrom } }: { impact: ShownImpact }) {
  const summary = summarizeImpact(estimates, { startedFrom });
  const { pricedCount, outdatedCount, changedCount, raisedCount, raisedBy, loweredCount, loweredBy, sum, losingCount } =
    summary;
  return (
    <div className="rb-stack">
      <p role="status">
        {changedCount === 0 ? (
          <strong>No open estimate would change its price.</strong>
        ) : (
          <strong>
            {countText(changedCount)} of {countedText(pricedCount, "open estimate")} would change, by{" "}
            {differenceText(sum)} in all.
          </strong>
        )}{" "}
        Nothing changes until a salesperson takes the new prices.
      </p>
      <dl className="rb-facts">
        <Fact label="Open estimates">
          {countText(pricedCount)}
          {outdatedCount > 0 &&
            `, ${countText(outdatedCount)} of them on prices from before version ${String(startedFrom)}`}
        </Fact>
        {changedCount > 0 && (
          <>
            <Fact label="Rise">
              {raisedCount === 0 ? "None" : `${countText(raisedCount)}, by ${differenceText(raisedBy)}`}
            </Fact>
            <Fact label="Fall">
              {loweredCount === 0 ? "None" : `${countText(loweredCount)}, by ${differenceText(loweredBy)}`}
            </Fact>
          </>
        )}
        {losingCount > 0 && (
          <Fact label="Lose lines">
            {countedText(losingCount, "estimate")}: the new prices do not have something that{" "}
            {losingCount === 1 ? "it has" : "they have"}
          </Fact>
        )}
      </dl>
      {summary.largest.length > 0 && (
        <ImpactTable
          title={summary.largest.length === 1 ? "The change" : "The largest changes"}
          rows={summary.largest.map((estimate) => ({
            estimate,
            before: dollarsText(estimate.oldTotal),
            after: dollarsText(estimate.newTotal),
            difference: differenceText(differenceOf(estimate)),
          }))}
        />
      )}
      <MarginCheck estimates={estimates} />
      <SampleHousesTable houses={sampleHouses} />
    </div>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

const percentOf = (share: number | null): string => (share === null ? "–" : formatShare(share));

/** The estimates that the new prices take below an entered margin. */
function MarginCheck({ estimates }: { estimates: readonly EstimateImpact[] }) {
  // A company uses the same margin again, so it is remembered on this device.
  const [text, setText] = useState(() => keptTexts.read(LEAST_MARGIN_KEY));
  const typed = readPercent(text);
  const isWrong =
    typed.kind === "unreadable" || (typed.kind === "number" && (typed.value < 0 || typed.value >= PERCENT));
  const found = typed.kind === "number" && !isWrong ? findMarginFalls(estimates, typed.value / PERCENT) : undefined;
  return (
    <section className={classes.margin} aria-label="Least margin">
      <TextField
        className={classes.marginField ?? ""}
        label="Least margin"
        hint="Lists the estimates that the new prices would take below it, after a lender’s fee."
        numeric
        unit="%"
        autoComplete="off"
        value={text}
        error={isWrong ? "Least margin must be a number from 0 to below 100." : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value);
          keptTexts.keep(LEAST_MARGIN_KEY, event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          // It is inside the form that publishes, and Enter in it must not submit that.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      {found && <Falls found={found} />}
    </section>
  );
}

function Falls({ found: { falls, alreadyBelow } }: { found: { falls: readonly MarginFall[]; alreadyBelow: number } }) {
  const below =
    alreadyBelow > 0 &&
    ` ${countedText(alreadyBelow, "estimate")} ${alreadyBelow === 1 ? "is" : "are"} below it already.`;
  return (
    <>
      <p role="status">
        {falls.length === 0
          ? "No estimate would fall below it."
          : `${countedText(falls.length, "estimate")} would fall below it.`}
        {below}
      </p>
      {falls.length > 0 && (
        <ImpactTable
          title="Would fall below the least margin"
          rows={falls.slice(0, LISTED_FALLS).map(({ estimate, before, after }) => ({
            estimate,
            before: percentOf(before),
            after: percentOf(after),
            difference: differenceText(differenceOf(estimate)),
          }))}
        />
      )}
      {falls.length > LISTED_FALLS && (
        <p className="rb-hint">
          The {countText(LISTED_FALLS)} lowest of {countText(falls.length)}.
        </p>
      )}
    </>
  );
}

interface ImpactRow {
  readonly estimate: EstimateImpact;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
}

function ImpactTable({ title, rows }: { title: string; rows: readonly ImpactRow[] }) {
  return (
    <ComparedPrices
      title={title}
      what="Estimate"
      rows={rows.map(({ estimate: { id, name, customer }, ...figures }) => ({
        key: String(id),
        name: (
          <Link
            to="/estimator/estimate/$id"
            params={{ id: String(id) }}
            target="_blank"
            className={`${tables.rowLink} ${classes.link}`}
          >
            {name}
          </Link>
        ),
        second: customer,
        ...figures,
      }))}
    />
  );
}
