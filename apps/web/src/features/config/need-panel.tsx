import { Button } from "@mantine/core";
import { Problem, readNumber, wastePercent as wasteRule } from "@ridgebook/contract";
import { takesSetting, type FieldDefinition, type PriceBookEntry } from "@ridgebook/estimating";
import { useState, type SyntheticEvent } from "react";
import { useAttemptKey } from "#features/config/attempt-key.ts";
import classes from "#features/config/field-options.module.css";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { notices } from "#ui/notices/notices.ts";
import { Panel } from "#ui/panel.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";

interface NeedTexts {
  readonly waste: string;
  readonly includesValleys: boolean;
}

const textsOf = ({ wastePercent = 0, includesValleys }: PriceBookEntry): NeedTexts => ({
  waste: String(wastePercent),
  includesValleys: includesValleys === true,
});

/** Whether a field has anything that the panel shows. */
export const hasNeedPanel = (field: FieldDefinition): boolean =>
  takesSetting(field, "wastePercent") || takesSetting(field, "includesValleys");

/** How much of a field a job needs: the waste that is added, and of ice barrier whether valleys count. Saving publishes a version. */
export function NeedPanel({
  field,
  entry,
  version,
}: {
  field: FieldDefinition;
  entry: PriceBookEntry;
  version: number;
}) {
  const { isOnline } = useSession();
  const { texts, setTexts, error, isChanged, isSaving, save, discard } = useNeedEditing({ entry, version });
  return (
    <Panel title="Waste">
      <form className={classes.need} noValidate onSubmit={(event) => void save(event)}>
        <TextField
          label="Waste in percent"
          hint="Added to what was measured. 0 adds nothing."
          numeric
          autoComplete="off"
          value={texts.waste}
          error={error}
          onChange={(event) => setTexts({ ...texts, waste: event.currentTarget.value })}
        />
        {takesSetting(field, "includesValleys") && (
          <CheckboxField
            label="Also for valleys: one row along each"
            checked={texts.includesValleys}
            onChange={(event) => setTexts({ ...texts, includesValleys: event.currentTarget.checked })}
          />
        )}
        <div className={classes.needActions}>
          {isChanged && (
            <Button variant="secondary" disabled={isSaving} onClick={discard}>
              Discard waste
            </Button>
          )}
          <Button type="submit" variant="secondary" disabled={!isChanged || !isOnline} loading={isSaving}>
            Save waste
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function useNeedEditing({ entry, version }: { entry: PriceBookEntry; version: number }) {
  const client = useClient();
  const localData = useLocalData();
  const { reportFailure } = useSession();
  const keyOf = useAttemptKey();
  /** The unsaved input and the version that it began with; undefined while there is none, so that newer versions show. */
  const [edit, setEdit] = useState<{ texts: NeedTexts; startedFrom: number }>();
  const [error, setError] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const kept = textsOf(entry);
  const texts = edit?.texts ?? kept;
  const isChanged = texts.waste !== kept.waste || texts.includesValleys !== kept.includesValleys;
  useLeaveGuard({ hasChanges: () => isChanged });

  const setTexts = (next: NeedTexts): void => {
    setError(undefined);
    setEdit({ texts: next, startedFrom: edit?.startedFrom ?? version });
  };
  const discard = (): void => {
    setError(undefined);
    setEdit(undefined);
  };
  const send = async (wastePercent: number): Promise<void> => {
    const body = {
      startedFrom: edit?.startedFrom ?? version,
      ...(texts.waste !== kept.waste && { wastePercent }),
      ...(texts.includesValleys !== kept.includesValleys && { includesValleys: texts.includesValleys }),
    };
    setIsSaving(true);
    try {
      const saved = await client.call(
        "updateEstimateFieldNeed",
        { params: { id: entry.id }, body },
        { idempotencyKey: keyOf({ fieldId: entry.id, body }) },
      );
      notices.add({ message: `Saved as version ${String(saved.version)}` });
      await localData.sync.run();
      discard();
    } catch (failure) {
      if (!(failure instanceof Problem) || failure.code !== "conflict") await reportFailure(failure);
      else {
        await localData.sync.run();
        const newest = await localData.priceBook.read();
        // What was typed stays; saving it again is the person's answer.
        setEdit({ texts, startedFrom: newest.version });
        setError(
          `${failure.details.changedBy ?? "Somebody else"} changed this meanwhile. Save again to put yours in its place.`,
        );
      }
    } finally {
      setIsSaving(false);
    }
  };
  const save = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    const typed = readNumber(texts.waste);
    const checked = wasteRule.safeParse(typed.kind === "number" ? typed.value : Number.NaN);
    if (checked.success) await send(checked.data);
    else setError(checked.error.issues[0]?.message);
  };
  return { texts, setTexts, error, isChanged, isSaving, save, discard };
}
