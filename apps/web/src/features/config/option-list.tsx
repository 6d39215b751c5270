import { Button } from "@mantine/core";
import { isSameValue, Problem, priceBookOptionInput } from "@ridgebook/contract";
import type { OptionId, PriceBookEntry } from "@ridgebook/estimating";
import { IconArrowDown, IconArrowUp, IconArrowsSort, IconPlus } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { rangeText } from "#features/config/config-texts.ts";
import classes from "#features/config/field-options.module.css";
import { WHOLE_FIELD } from "#features/config/fields-search.ts";
import { smallFieldFormPlace } from "#features/config/kept-config-draft.ts";
import { OptionPicture } from "#features/config/option-picture.tsx";
import { moveBy } from "#features/config/move-by.ts";
import { useKeptInput } from "#forms/use-kept-input.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useClient } from "#server-client/client-context.tsx";
import { sortServerMessages } from "#server-client/server-validation.ts";
import { useSession } from "#server-client/session-context.tsx";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { notices } from "#ui/notices/notices.ts";
import { Panel } from "#ui/panel.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { Tag } from "#ui/tag.tsx";
import { TextField } from "#ui/text-field.tsx";

const ICON = { size: 18, stroke: 1.75, "aria-hidden": true };

/** The options of a field, each with its picture and price; options are added and ordered here. */
export function OptionList({
  entry,
  optionId,
  version,
  hasSettings,
}: {
  entry: PriceBookEntry;
  /** The shown option; undefined while the field itself is shown. */
  optionId: OptionId | undefined;
  version: number;
  /** Whether the field has values for all options. */
  hasSettings: boolean;
}) {
  const { isOnline } = useSession();
  const [mode, setMode] = useState<"add" | "order">();
  return (
    <div className={classes.list}>
      <Panel as="div" padding="none">
        {mode === "order" ? (
          <OptionOrder entry={entry} version={version} onDone={() => setMode(undefined)} />
        ) : (
          <>
            <div className={classes.listHead}>
              <Button
                variant="tertiary"
                disabled={!isOnline}
                leftSection={<IconPlus {...ICON} />}
                onClick={() => setMode("add")}
              >
                Add option
              </Button>
              <Button
                variant="tertiary"
                disabled={!isOnline || entry.options.length < 2}
                leftSection={<IconArrowsSort {...ICON} />}
                onClick={() => setMode("order")}
              >
                Reorder
              </Button>
            </div>
            {hasSettings && <WholeFieldLink entry={entry} isShown={optionId === undefined} />}
            <OptionLinks entry={entry} optionId={optionId} />
          </>
        )}
      </Panel>
      {mode === "add" && (
        <AddOption
          entry={entry}
          likeId={optionId ?? entry.options[0]?.id}
          version={version}
          onDone={() => setMode(undefined)}
        />
      )}
    </div>
  );
}

/** Links to the values for all options. */
function WholeFieldLink({ entry, isShown }: { entry: PriceBookEntry; isShown: boolean }) {
  return (
    <Link
      to="/config/estimate-field-options"
      search={{ field: entry.id, option: WHOLE_FIELD }}
      resetScroll={false}
      className={`${classes.option} ${classes.wholeField}`}
      aria-current={isShown ? "true" : undefined}
    >
      <span className={classes.optionText}>
        <span className={classes.optionName}>All options</span>
        <span className={`rb-small ${classes.optionPrice}`}>
          What the field starts with, and what counts for each option
        </span>
      </span>
    </Link>
  );
}

function OptionLinks({ entry, optionId }: { entry: PriceBookEntry; optionId: OptionId | undefined }) {
  const hasPictures = entry.options.some(({ imageUrl }) => imageUrl !== undefined);
  return (
    <nav aria-label="Options">
      <ul className={classes.options}>
        {entry.options.map(({ id, value, imageUrl, retired }) => (
          <li key={id}>
            <Link
              to="/config/estimate-field-options"
              search={{ field: entry.id, option: id }}
              resetScroll={false}
              className={classes.option}
              aria-current={id === optionId ? "true" : undefined}
            >
              {hasPictures && <OptionPicture url={imageUrl} size={32} />}
              <span className={classes.optionText}>
                <span className={classes.optionName}>
                  {value} {retired && <Tag>Retired</Tag>}
                </span>
                <span className={`rb-small ${classes.optionPrice}`}>{pricesText(entry, id)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** "Material 8.50, labor 4.60" of the variants in use. */
function pricesText(entry: PriceBookEntry, optionId: string): string {
  const own = entry.variants.filter((variant) => variant.active && variant.optionId === optionId);
  const priced = own.flatMap((variant) => [...(variant.tiers ?? [variant])]);
  if (priced.length === 0) return "No price of its own";
  const range = (name: "materialPrice" | "laborPrice"): string => {
    const prices = priced.map((amounts) => amounts[name]);
    return rangeText({ lowest: Math.min(...prices), highest: Math.max(...prices) });
  };
  return `Material ${range("materialPrice")}, labor ${range("laborPrice")}`;
}

/** The options with buttons up and down for each; nothing is published before Save order. */
function OptionOrder({ entry, version, onDone }: { entry: PriceBookEntry; version: number; onDone: () => void }) {
  const client = useClient();
  const localData = useLocalData();
  const { isOnline, reportFailure } = useSession();
  // The order when editing began: a version that arrives meanwhile does not move rows under the user's hand.
  const [started] = useState({ version, options: entry.options });
  const ids = started.options.map(({ id }) => id);
  const { values, change, kept } = useKeptInput<{ order: OptionId[] }>({
    place: smallFieldFormPlace("optionOrder", entry.id),
    initial: { order: ids },
  });
  // An order of other options than the current ones is stale.
  const order = isSameValue([...values.order].sort(), [...ids].sort()) ? values.order : ids;
  const [isSaving, setIsSaving] = useState(false);
  const [said, setSaid] = useState("");
  const nameOf = (id: OptionId): string => started.options.find((option) => option.id === id)?.value ?? id;
  const isChanged = order.some((id, index) => id !== started.options[index]?.id);

  const move = (index: number, by: -1 | 1): void => {
    const id = order[index];
    if (id === undefined || order[index + by] === undefined) return;
    change({ order: moveBy(order, index, by) });
    setSaid(`${nameOf(id)} is number ${String(index + by + 1)} of ${String(order.length)}`);
  };
  const save = async (): Promise<void> => {
    const body = { startedFrom: started.version, fieldId: entry.id, order };
    setIsSaving(true);
    try {
      const saved = await client.call("orderEstimateFieldOptions", { body });
      await kept.drop();
      notices.add({ message: `Saved as version ${String(saved.version)}` });
      await localData.sync.run();
      onDone();
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "conflict") await reportFailure(error);
      else {
        notices.add({
          message: `${error.details.changedBy ?? "Somebody else"} changed this list meanwhile. Nothing was saved; look at it and order it again.`,
          type: "error",
        });
        await localData.sync.run();
        onDone();
      }
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <div role="group" aria-label="Order of the options">
      <p role="status" className="rb-visually-hidden">
        {said}
      </p>
      <ol className={classes.options}>
        {order.map((id, index) => (
          <li key={id} className={classes.ordered}>
            <span className={classes.optionName}>{nameOf(id)}</span>
            <IconButton
              label={`Move up: ${nameOf(id)}`}
              icon={<IconArrowUp {...ICON} />}
              aria-disabled={index === 0}
              onClick={() => move(index, -1)}
            />
            <IconButton
              label={`Move down: ${nameOf(id)}`}
              icon={<IconArrowDown {...ICON} />}
              aria-disabled={index === order.length - 1}
              onClick={() => move(index, 1)}
            />
          </li>
        ))}
      </ol>
      <div className={classes.listFoot}>
        <Button
          variant="secondary"
          disabled={isSaving}
          onClick={() => {
            void kept.drop();
            onDone();
          }}
        >
          Cancel
        </Button>
        <Button disabled={!isChanged || !isOnline} loading={isSaving} onClick={() => void save()}>
          Save order
        </Button>
      </div>
    </div>
  );
}

function AddOption({
  entry,
  likeId,
  version,
  onDone,
}: {
  entry: PriceBookEntry;
  likeId: OptionId | undefined;
  version: number;
  onDone: () => void;
}) {
  const client = useClient();
  const localData = useLocalData();
  const navigate = useNavigate();
  const { reportFailure } = useSession();
  const {
    values: { value, like },
    change,
    kept,
  } = useKeptInput<{ value: string; like: string }>({
    place: smallFieldFormPlace("addedOption", entry.id),
    initial: { value: "", like: likeId ?? "" },
  });
  const [message, setMessage] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);

  const add = async (): Promise<void> => {
    const checked = priceBookOptionInput.shape.value.safeParse(value);
    if (!checked.success) {
      setMessage(checked.error.issues[0]?.message);
      return;
    }
    const likeOption = entry.options.find(({ id }) => id === like)?.id ?? null;
    const body = { startedFrom: version, fieldId: entry.id, value: checked.data, like: likeOption };
    setIsSaving(true);
    try {
      const added = await client.call("addEstimateFieldOption", { body });
      await kept.drop();
      notices.add({ message: `Saved as version ${String(added.version)}` });
      await localData.sync.run();
      onDone();
      await navigate({ to: "/config/estimate-field-options", search: { field: entry.id, option: added.id } });
    } catch (error) {
      const { fields = [] } =
        error instanceof Problem && error.status === 400
          ? sortServerMessages({ problem: error, knownFields: ["value"] })
          : {};
      if (fields[0]) setMessage(fields[0].message);
      else await reportFailure(error);
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <FormDialog
      title="Add an option"
      text="It is published at once, as a new version. Its prices can be changed afterwards."
      submitLabel="Add option"
      isBusy={isSaving}
      kept={kept}
      onSubmit={() => void add()}
      onDismiss={onDone}
    >
      <TextField
        label="Text"
        autoComplete="off"
        value={value}
        error={message}
        onChange={(event) => {
          change({ value: event.currentTarget.value });
          setMessage(undefined);
        }}
      />
      <SelectField
        label="Starts like"
        hint="Takes over its prices and conversions, and is offered wherever it is."
        value={like}
        emptyLabel="No other option: without a price"
        options={entry.options.map((option) => ({ value: option.id, label: option.value }))}
        onChange={(event) => change({ like: event.currentTarget.value })}
      />
      {like === "" && Object.keys(entry.validOptions).length > 0 && (
        <p className="rb-hint">
          What this field offers depends on another choice. An option that is like no other is offered with none of them
          until the spreadsheet says with which.
        </p>
      )}
    </FormDialog>
  );
}
