import { Button } from "@mantine/core";
import { WORKFLOWS } from "@ridgebook/estimating";
import { Link, useNavigate } from "@tanstack/react-router";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { rangeText } from "#features/config/config-texts.ts";
import { NotHereYet } from "#features/config/not-here-yet.tsx";
import classes from "#features/config/config.module.css";
import {
  FIELD_FILTERS,
  findFieldRows,
  groupByStep,
  listFieldRows,
  type FieldRow,
} from "#features/config/field-rows.ts";
import type { FieldsSearch } from "#features/config/fields-search.ts";
import { usePriceBook, useWorkflows } from "#local-data/price-book/use-price-book.ts";
import { countText } from "#ui/counted-text.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { linkRow, ROW_LINK } from "#ui/link-row.ts";
import { Panel } from "#ui/panel.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { TableHead } from "#ui/table-head.tsx";
import { TextButton } from "#ui/text-button.tsx";

/** Gutters: few rows, so all are shown. */
const FIRST_WORKFLOW_ID = 1;
/** How long typing pauses before the address is updated. */
const ADDRESS_FOLLOWS_AFTER_MS = 250;
/** The number of rows that a search shows first, over all work categories. */
const ROWS_AT_FIRST = 150;

const FILTER_LABELS: Record<(typeof FIELD_FILTERS)[number], string> = {
  all: "Every field",
  options: "Fields with options",
  prices: "Fields with a price",
};

/** All fields by work category and step; a search covers all of them. */
export function FieldList({ search }: { search: FieldsSearch }) {
  const { value: book, error, isLoading } = usePriceBook();
  const { value: workflows } = useWorkflows();
  const navigate = useNavigate();
  const [text, setText] = useState(search.searchQuery ?? "");
  const searchText = useDeferredValue(text.trim());

  const change = (changed: FieldsSearch, { replace = false } = {}): void =>
    void navigate({
      to: "/config/estimate-fields",
      search: { ...search, searchQuery: text, ...changed },
      replace,
      resetScroll: false,
    });
  useEffect(() => {
    if (searchText === (search.searchQuery ?? "")) return undefined;
    const timer = setTimeout(
      () =>
        void navigate({
          to: "/config/estimate-fields",
          search: { ...search, searchQuery: searchText },
          replace: true,
          resetScroll: false,
        }),
      ADDRESS_FOLLOWS_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [searchText, search, navigate]);

  const rows = useMemo(() => book && listFieldRows(book), [book]);
  const filter = FIELD_FILTERS.find((known) => known === search.show) ?? "all";
  const workflowId = WORKFLOWS.find(({ id }) => String(id) === search.workflow)?.id ?? FIRST_WORKFLOW_ID;
  const found = useMemo(() => {
    if (!rows) return undefined;
    const fitting = findFieldRows({ rows, searchText, filter });
    return searchText === "" ? fitting.filter((row) => row.workflowId === workflowId) : fitting;
  }, [rows, searchText, filter, workflowId]);

  const titleOf = (id: number): string =>
    workflows?.find((workflow) => workflow.id === id)?.title ?? WORKFLOWS.find((known) => known.id === id)?.name ?? "";
  const isMissing = book?.version === 0 && !isLoading;
  return (
    <>
      <div className={classes.toolbar}>
        <div className={classes.search}>
          <SearchField
            aria-label="Search fields and options"
            placeholder="Search fields and options"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onClear={() => setText("")}
          />
        </div>
        <div className={classes.choice}>
          <SelectField
            label="Work category"
            value={String(workflowId)}
            disabled={searchText !== ""}
            options={WORKFLOWS.map(({ id }) => ({ value: String(id), label: titleOf(id) }))}
            onChange={(event) => change({ workflow: event.currentTarget.value })}
          />
        </div>
        <div className={classes.choice}>
          <SelectField
            label="Show"
            value={filter}
            options={FIELD_FILTERS.map((value) => ({ value, label: FILTER_LABELS[value] }))}
            onChange={(event) => change({ show: event.currentTarget.value })}
          />
        </div>
      </div>
      {(error !== undefined || isMissing) && (
        <NotHereYet title="The price book is not on this device yet" text="It comes with the first synchronization." />
      )}
      {!found && error === undefined && (
        <Panel as="div">
          <SkeletonRows rows={10} label="Loading the price book" />
        </Panel>
      )}
      {found && !isMissing && (
        <FoundFields
          // Every search starts with the first rows.
          key={`${searchText} ${filter} ${String(workflowId)}`}
          rows={found}
          isSearch={searchText !== ""}
          titleOf={titleOf}
          onClear={() => {
            setText("");
            change({ searchQuery: "", show: "" });
          }}
        />
      )}
    </>
  );
}

function FoundFields({
  rows,
  isSearch,
  titleOf,
  onClear,
}: {
  rows: readonly FieldRow[];
  isSearch: boolean;
  titleOf: (workflowId: number) => string;
  onClear: () => void;
}) {
  const [isAllShown, setIsAllShown] = useState(!isSearch);
  const shown = isAllShown ? rows : rows.slice(0, ROWS_AT_FIRST);
  if (rows.length === 0) {
    return (
      <Panel as="div" padding="none">
        <EmptyState
          title="No field fits."
          text="Search by name, step, option or id. Fewer letters find more."
          action={<TextButton onClick={onClear}>Show all fields</TextButton>}
        />
      </Panel>
    );
  }
  const workflowIds = [...new Set(shown.map(({ workflowId }) => workflowId))];
  return (
    <>
      {isSearch && (
        <p role="status" className="rb-hint">
          {rows.length === 1
            ? "1 field fits, of all work categories."
            : `${countText(rows.length)} fields fit, of all work categories.`}
        </p>
      )}
      {workflowIds.map((id) =>
        groupByStep(shown.filter(({ workflowId }) => workflowId === id)).map((group) => (
          <div key={`${String(id)} ${group.step}`} className={classes.step}>
            <Panel title={isSearch ? `${titleOf(id)}: ${group.step}` : group.step} padding="none">
              <FieldTable caption={`${titleOf(id)}: ${group.step}`} rows={group.rows} titleOf={titleOf} />
            </Panel>
          </div>
        )),
      )}
      {shown.length < rows.length && (
        <div>
          <Button variant="secondary" onClick={() => setIsAllShown(true)}>
            Show all {countText(rows.length)}
          </Button>
        </div>
      )}
    </>
  );
}

function FieldTable({
  caption,
  rows,
  titleOf,
}: {
  caption: string;
  rows: readonly FieldRow[];
  titleOf: (workflowId: number) => string;
}) {
  return (
    <table className="rb-table">
      <caption className="rb-visually-hidden">{caption}</caption>
      <colgroup>
        <col />
        <col style={{ width: "4.5rem" }} />
        <col style={{ width: "5.5rem" }} />
        <col style={{ width: "21%" }} />
        <col style={{ width: "21%" }} />
      </colgroup>
      <TableHead
        columns={[
          "Field",
          "Unit",
          ...["Options", "Material price", "Labor price"].map((label) => ({ label, className: classes.figure })),
        ]}
      />
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} {...(row.changedAt !== undefined ? linkRow(classes.row) : { className: classes.row })}>
            <td className={classes.wide}>
              {row.changedAt !== undefined ? (
                <Link
                  to="/config/estimate-field-options"
                  search={{ field: row.changedAt }}
                  className={classes.rowLink}
                  {...ROW_LINK}
                >
                  {row.name}
                </Link>
              ) : (
                row.name
              )}{" "}
              <span className={`rb-caption ${classes.second}`}>
                {row.id}
                {row.lenderId !== undefined && `, as in ${titleOf(row.lenderId)}`}
              </span>
            </td>
            <td className={classes.quiet}>{row.unit}</td>
            <td className={`${classes.figure} ${row.optionCount === 0 ? classes.nothing : ""}`}>
              <span className={classes.cellLabel}>Options</span>
              {row.optionCount === 0 ? "–" : countText(row.optionCount)}
            </td>
            <PriceCell label="Material" range={row.material} />
            <PriceCell label="Labor" range={row.labor} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PriceCell({ label, range }: { label: string; range: FieldRow["material"] }) {
  const text = rangeText(range);
  return (
    <td className={`${classes.figure} ${text === "–" ? classes.nothing : ""}`}>
      <span className={classes.cellLabel}>{label}</span>
      {text}
    </td>
  );
}
