import { toNestErrors } from "@hookform/resolvers";
import { Problem } from "@ridgebook/contract";
import type { OptionId } from "@ridgebook/estimating";
import { useCallback, useEffect, useRef, useState } from "react";
import { useForm, useWatch, type Resolver, type UseFormReturn } from "react-hook-form";
import { useAttemptKey } from "#features/config/attempt-key.ts";
import {
  changedParts,
  checkOption,
  hasChanges,
  OPTION_PART_LABELS,
  OPTION_PARTS,
  partsOf,
  toFormValues,
  toOptionChange,
  toParts,
  type OpenedOption,
  type OptionFormValues,
  type OptionParts,
} from "#features/config/option-form/option-form-values.ts";
import type { ConflictChoice, TwoVersionsDetails } from "#features/config/two-versions.tsx";
import { optionDraftId, useConfigDraft } from "#features/config/kept-config-draft.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useClient } from "#server-client/client-context.tsx";
import { sortServerMessages } from "#server-client/server-validation.ts";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";

export type OptionFormState = UseFormReturn<OptionFormValues>;

const resolver: Resolver<OptionFormValues> = (values, _context, options) => {
  const found = checkOption(values);
  if (found.length === 0) return { values, errors: {} };
  const errors = Object.fromEntries(found.map(({ field, message }) => [field, { type: "rule", message }]));
  return { values: {}, errors: toNestErrors<OptionFormValues>(errors, options) };
};

/** The form of an option, what became of its last save, and the way out of a conflict. */
export function useOptionEditing({
  optionId,
  opened,
  restored,
}: {
  optionId: string;
  opened: OpenedOption;
  /** What was typed in a tab that is gone. */
  restored: OptionFormValues | undefined;
}) {
  const client = useClient();
  const localData = useLocalData();
  const { reportFailure } = useSession();
  const keyOf = useAttemptKey();
  const [conflict, setConflict] = useState<TwoVersionsDetails>();
  const [isSaving, setIsSaving] = useState(false);
  const form = useForm<OptionFormValues>({
    defaultValues: restored ?? toFormValues(opened),
    mode: "onTouched",
    resolver,
  });
  // Every part is needed to say whether something changed.
  const values = useWatch({ control: form.control }) as OptionFormValues;
  const isChanged = hasChanges(values);

  useEffect(() => {
    // A newer version arrived: it is shown, unless somebody is typing over the former one. The server merges what they save.
    const shown = form.getValues();
    if (opened.version > shown.opened.version && !hasChanges(shown)) form.reset(toFormValues(opened));
  }, [form, opened]);

  const { keep, drop } = useConfigDraft<OptionFormValues>(optionDraftId(optionId));
  const isKept = useRef(restored !== undefined);
  useEffect(() => {
    if (!isChanged && !isKept.current) return;
    isKept.current = isChanged;
    keep(isChanged ? values : undefined);
  }, [values, isChanged, keep]);

  useLeaveGuard({ hasChanges: useCallback(() => hasChanges(form.getValues()), [form]), onDiscard: drop });

  /** After a conflict: theirs as the ground, mine on top, and nothing lost on either side. */
  const rebase = async (mine: Partial<OptionParts>): Promise<void> => {
    await localData.sync.run();
    const newest = await localData.priceBook.read();
    const parts = partsOf(newest.entryById.get(entryIdOf(optionId)), optionId);
    if (!parts) return;
    const next = { version: newest.version, parts };
    form.reset(toFormValues(next, { ...parts, ...mine }));
  };

  const send = async (): Promise<void> => {
    const shown = form.getValues();
    const changed = changedParts(shown);
    const body = toOptionChange(shown.opened.version, changed);
    setIsSaving(true);
    try {
      const { version, field } = await client.call(
        "updateEstimateFieldOption",
        { params: { id: optionId as OptionId }, body },
        { idempotencyKey: keyOf({ optionId, body }) },
      );
      setConflict(undefined);
      form.reset(toFormValues({ version, parts: partsOf(field, optionId) ?? toParts(shown) }));
      notices.add({ message: `Saved as version ${String(version)}` });
      await localData.sync.run();
    } catch (error) {
      if (error instanceof Problem && error.code === "conflict") {
        const { conflicts = [], changedBy, changedTime } = error.details;
        setConflict({ conflicts, changedBy, changedTime });
        await rebase(changed);
      } else if (error instanceof Problem && error.status === 400) {
        for (const { field, message } of sortServerMessages({ problem: error, knownFields: OPTION_PARTS }).fields)
          if (field === "value" || field === "description") form.setError(field, { type: "server", message });
        await reportFailure(error);
      } else await reportFailure(error);
    } finally {
      setIsSaving(false);
    }
  };

  return {
    form,
    isChanged,
    changedLabels: OPTION_PARTS.filter((part) => part in changedParts(values)).map((part) => OPTION_PART_LABELS[part]),
    isRefused: form.formState.isSubmitted && Object.keys(form.formState.errors).length > 0,
    isSaving,
    conflict,
    save: (event: React.SyntheticEvent) => form.handleSubmit(send)(event),
    resolveConflict: async (choices: Record<string, ConflictChoice>): Promise<void> => {
      const shown = form.getValues();
      const theirs = shown.opened.parts;
      const kept = Object.fromEntries(
        Object.entries(changedParts(shown)).filter(([part]) => choices[part] !== "theirs"),
      ) as Partial<OptionParts>;
      form.reset(toFormValues(shown.opened, { ...theirs, ...kept }));
      setConflict(undefined);
      if (Object.keys(kept).length > 0) await send();
    },
    discard: () => {
      setConflict(undefined);
      form.reset(toFormValues(opened));
    },
  };
}

/** "4.13" of "4.13.1". */
const entryIdOf = (optionId: string): string => optionId.slice(0, optionId.lastIndexOf("."));
