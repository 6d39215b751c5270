import { Button } from "@mantine/core";
import { priceUpdate, priceUpdateReason, summaryKey } from "@ridgebook/contract";
import { IconTag } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { formatAmount } from "#features/estimate/format.ts";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { copiesInOrder, copyTitle } from "#features/estimate/summary/estimate-figures.ts";
import classes from "#features/estimate/summary/update-prices.module.css";
import { useSaveEstimate } from "#features/estimate/summary/use-save-estimate.ts";
import { formatChanged } from "#features/estimate/summary/moment-text.ts";
import { useLocalData, useLocalQuery, useSyncStatus } from "#local-data/local-data-context.tsx";
import type { LocalPriceBook } from "#local-data/price-book/price-book.ts";
import { usePriceBook } from "#local-data/price-book/use-price-book.ts";
import { usePriceRefresh } from "#local-data/price-book/use-price-refresh.ts";
import { useSession } from "#server-client/session-context.tsx";
import { TableHead } from "#ui/table-head.tsx";
import { useNow } from "#ui/use-now.ts";
import { notices } from "#ui/notices/notices.ts";
import { Panel } from "#ui/panel.tsx";

/**
 * Offers the company's newer prices, and applies them after the person has seen the difference (estimating.md §2). Renders nothing if the
 * prices are current. Asks the server before showing the difference, and again before applying it (SYNC-87).
 */
export function UpdatePrices() {
  const { estimate } = useOpenEstimate();
  const newest = usePriceBook().value;
  const { sync } = useLocalData();
  const { reportFailure } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  /** Whether the server answered the last request; otherwise its prices may be newer than the device's. */
  const [isFromServer, setIsFromServer] = useState(false);
  usePriceRefresh();
  const reason = useMemo(
    () =>
      newest?.isComplete ? priceUpdateReason(estimate, newest, () => priceUpdate(estimate, newest.indexed)) : undefined,
    [estimate, newest],
  );
  if (!newest || !reason) return null;

  const askServer = async (): Promise<void> => {
    setIsAsking(true);
    try {
      setIsFromServer(await sync.refresh());
    } catch (error) {
      setIsFromServer(false);
      await reportFailure(error);
    } finally {
      setIsAsking(false);
    }
  };
  const show = async (): Promise<void> => {
    await askServer();
    setIsOpen(true);
  };
  return (
    <section className={classes.prices} aria-label="Newer prices" data-on-paper="no">
      <div className={`rb-banner ${classes.banner}`} data-ground="surface">
        <IconTag size={20} stroke={1.75} aria-hidden />
        <p>
          {reason === "newer" ? (
            <>
              <strong>The company has newer prices.</strong> This estimate keeps its own until you update them.
            </>
          ) : (
            <>
              <strong>The update of the prices is not finished.</strong> Lines that somebody saved meanwhile still have
              the former prices.
            </>
          )}
        </p>
        <Button
          variant="tertiary"
          aria-expanded={isOpen}
          loading={isAsking && !isOpen}
          onClick={() => (isOpen ? setIsOpen(false) : void show())}
        >
          {isOpen ? "Hide the difference" : "Show the difference"}
        </Button>
      </div>
      {isOpen && (
        <Difference newest={newest} askServer={askServer} isFromServer={isFromServer} onDone={() => setIsOpen(false)} />
      )}
    </section>
  );
}

/** Whether the shown version is still the newest, and no newer one is arriving. */
const isStillNewest = (shown: LocalPriceBook, now: LocalPriceBook): boolean =>
  now.isComplete && now.version === shown.version;

function Difference({
  newest,
  askServer,
  isFromServer,
  onDone,
}: {
  newest: LocalPriceBook;
  askServer: () => Promise<void>;
  isFromServer: boolean;
  onDone: () => void;
}) {
  const { estimate, workflows } = useOpenEstimate();
  const localData = useLocalData();
  const save = useSaveEstimate();
  const [isBusy, setIsBusy] = useState(false);
  const update = useMemo(() => priceUpdate(estimate, newest.indexed), [estimate, newest]);
  const drafts = useLocalQuery("estimates", () => localData.estimates.drafts.list(estimate.id), [
    localData,
    estimate.id,
  ]).value;
  const byKey = new Map(update.copies.map((each) => [each.key, each]));
  const rows = copiesInOrder(estimate, workflows).flatMap(({ copy, workflow }) => {
    const found = byKey.get(summaryKey(copy));
    return found && workflow.id !== 0 ? [{ ...found, title: copyTitle(estimate, copy, workflow) }] : [];
  });
  const lost = rows.flatMap((row) => row.lost.map((line) => `${row.title}: ${line}`));
  const unsaved = rows.filter(({ key }) => drafts?.includes(key)).map(({ title }) => title);

  /** Saves only the difference that the person saw. If a newer version has arrived, shows its difference instead. */
  const takeOverShown = async (): Promise<boolean> => {
    await askServer();
    if (!isStillNewest(newest, await localData.priceBook.read())) {
      notices.add({ message: "Newer prices were published meanwhile. Here is the new difference.", type: "warning" });
      return false;
    }
    return await save({ members: { priceBookVersion: newest.version }, parts: update.parts });
  };
  const takeOver = async (): Promise<void> => {
    setIsBusy(true);
    const isSaved = await takeOverShown().finally(() => setIsBusy(false));
    if (!isSaved) return;
    notices.add({ message: "Prices are updated" });
    onDone();
  };
  return (
    <Panel as="div">
      <table className={classes.table}>
        <TableHead columns={[{ label: "Workflow", isHidden: true }, "Changed lines", "Now", "With new prices"]} />
        <tbody>
          {rows.map(({ key, title, changedCount, oldTotal, newTotal }) => (
            <tr key={key}>
              <th scope="row">{title}</th>
              <td>{changedCount}</td>
              <td>{formatAmount(oldTotal)}</td>
              <td data-changed={oldTotal !== newTotal || undefined}>{formatAmount(newTotal)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Estimate</th>
            <td>{rows.reduce((sum, { changedCount }) => sum + changedCount, 0)}</td>
            <td>{formatAmount(update.oldTotal)}</td>
            <td>{formatAmount(update.newTotal)}</td>
          </tr>
        </tfoot>
      </table>
      {lost.length > 0 && (
        <div className={classes.lost}>
          <p>
            {lost.length === 1 ? "The new price book has no price for this line; it goes:" : null}
            {lost.length > 1 ? `The new price book has no price for these ${lost.length} lines; they go:` : null}
          </p>
          <ul>
            {lost.map((line, index) => (
              <li key={index}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      {unsaved.length > 0 && (
        <p className={classes.unsaved}>
          {unsaved.join(", ")} {unsaved.length === 1 ? "has" : "have"} input that is not saved yet. Save it first: it is
          priced with the prices that the estimate has now.
        </p>
      )}
      {!isFromServer && <PricesSince />}
      <div className={`rb-buttons ${classes.buttons}`}>
        <Button variant="secondary" onClick={onDone} disabled={isBusy}>
          Keep these prices
        </Button>
        <Button loading={isBusy} disabled={unsaved.length > 0} onClick={() => void takeOver()}>
          Update prices
        </Button>
      </div>
    </Panel>
  );
}

/** Says how old the device's prices may be if the server did not answer. */
function PricesSince() {
  const { lastRefreshTime } = useSyncStatus("lastRefreshTime");
  const { timeZone } = useSession();
  const now = useNow();
  if (lastRefreshTime === null) return null;
  const since = formatChanged({ time: new Date(lastRefreshTime).toISOString(), timeZone, now });
  return (
    <p className={classes.since}>
      The server cannot be reached. These are the newest prices on this device, as of {since}.
    </p>
  );
}
