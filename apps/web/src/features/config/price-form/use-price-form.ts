import { toNestErrors } from "@hookform/resolvers";
import { Problem, type EstimateField } from "@ridgebook/contract";
import type { FieldId, PriceBookEntry } from "@ridgebook/estimating";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  useForm,
  useWatch,
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
} from "react-hook-form";
import { useAttemptKey } from "#features/config/attempt-key.ts";
import { useConfigDraft } from "#features/config/kept-config-draft.ts";
import type { FormFault, Opened } from "#features/config/price-form/price-values.ts";
import type { ConflictChoice, TwoVersionsDetails } from "#features/config/two-versions.tsx";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { ServerClient } from "#server-client/server-client.ts";
import { useClient } from "#server-client/client-context.tsx";
import { sortServerMessages } from "#server-client/server-validation.ts";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";

/** The subject of a form: an option, or a field apart from its options. */
export interface PriceFormSubject<Values extends FieldValues, Parts extends object> {
  readonly fieldId: FieldId;
  readonly draftId: number;
  readonly labels: Readonly<Record<keyof Parts & string, string>>;
  /** The form for `shown`, which is the opened value unless a part of it is replaced already. */
  readonly toValues: (opened: Opened<Parts>, shown?: Parts) => Values;
  readonly changedParts: (values: Values) => Partial<Parts>;
  readonly check: (values: Values) => readonly FormFault[];
  /** Undefined if the entry has no such option. */
  readonly partsOf: (entry: PriceBookEntry | undefined) => Parts | undefined;
  /** The form's field that shows the server's message about a part; undefined if none does. */
  readonly fieldOfPart: (part: keyof Parts & string) => Path<Values> | undefined;
  readonly publish: (
    client: ServerClient,
    change: { readonly startedFrom: number; readonly changed: Partial<Parts> },
    attempt: { readonly idempotencyKey: string },
  ) => Promise<{ readonly version: number; readonly field: EstimateField }>;
}

/** A form for a part of the price book, the result of its last save, and the resolution of a conflict. */
export function usePriceForm<Values extends FieldValues & { opened: Opened<Parts> }, Parts extends object>({
  subject,
  opened,
  restored,
}: {
  subject: PriceFormSubject<Values, Parts>;
  opened: Opened<Parts>;
  /** The draft of a closed tab. */
  restored: Values | undefined;
}) {
  const { fieldId, draftId, labels, toValues, changedParts, check, partsOf, fieldOfPart, publish } = subject;
  const client = useClient();
  const localData = useLocalData();
  const { reportFailure } = useSession();
  const keyOf = useAttemptKey();
  const [conflict, setConflict] = useState<TwoVersionsDetails>();
  const [isSaving, setIsSaving] = useState(false);
  const resolver = useMemo(
    (): Resolver<Values> => (values, _context, options) => {
      const found = check(values);
      if (found.length === 0) return { values, errors: {} };
      const errors = Object.fromEntries(found.map(({ field, message }) => [field, { type: "rule", message }]));
      return { values: {}, errors: toNestErrors<Values>(errors, options) };
    },
    [check],
  );
  const form: UseFormReturn<Values> = useForm<Values>({
    defaultValues: (restored ?? toValues(opened)) as DefaultValues<Values>,
    mode: "onTouched",
    resolver,
  });
  // A change can only be detected with every part.
  const values = useWatch({ control: form.control }) as Values;
  const partNames = Object.keys(labels) as (keyof Parts & string)[];
  const hasChanges = useCallback((of: Values) => Object.keys(changedParts(of)).length > 0, [changedParts]);
  const isChanged = hasChanges(values);

  useEffect(() => {
    // A newer version arrived: show it, unless the user is editing the former one. The server merges that save.
    const shown = form.getValues();
    if (opened.version > shown.opened.version && !hasChanges(shown)) form.reset(toValues(opened));
  }, [form, opened, hasChanges, toValues]);

  const { keep, drop } = useConfigDraft<Values>(draftId);
  const isKept = useRef(restored !== undefined);
  useEffect(() => {
    if (!isChanged && !isKept.current) return;
    isKept.current = isChanged;
    keep(isChanged ? values : undefined);
  }, [values, isChanged, keep]);

  useLeaveGuard({ hasChanges: useCallback(() => hasChanges(form.getValues()), [form, hasChanges]), onDiscard: drop });

  /** After a conflict: their values as the base, mine on top; nothing is lost on either side. */
  const rebase = async (mine: Partial<Parts>): Promise<void> => {
    await localData.sync.run();
    const newest = await localData.priceBook.read();
    const parts = partsOf(newest.entryById.get(fieldId));
    if (!parts) return;
    form.reset(toValues({ version: newest.version, parts }, { ...parts, ...mine }));
  };

  const send = async (): Promise<void> => {
    const shown = form.getValues();
    const changed = changedParts(shown);
    const change = { startedFrom: shown.opened.version, changed };
    setIsSaving(true);
    try {
      const { version, field } = await publish(client, change, { idempotencyKey: keyOf({ draftId, change }) });
      setConflict(undefined);
      const parts = partsOf(field) ?? { ...shown.opened.parts, ...changed };
      form.reset(toValues({ version, parts }));
      notices.add({ message: `Saved as version ${String(version)}` });
      await localData.sync.run();
    } catch (error) {
      if (error instanceof Problem && error.code === "conflict") {
        const { conflicts = [], changedBy, changedTime } = error.details;
        setConflict({ conflicts, changedBy, changedTime });
        await rebase(changed);
      } else if (error instanceof Problem && error.status === 400) {
        for (const { field, message } of sortServerMessages({ problem: error, knownFields: partNames }).fields) {
          const path = fieldOfPart(field as keyof Parts & string);
          if (path !== undefined) form.setError(path, { type: "server", message });
        }
        await reportFailure(error);
      } else await reportFailure(error);
    } finally {
      setIsSaving(false);
    }
  };

  return {
    form,
    values,
    isChanged,
    changedLabels: partNames.filter((part) => part in changedParts(values)).map((part) => labels[part]),
    isRefused: form.formState.isSubmitted && Object.keys(form.formState.errors).length > 0,
    isSaving,
    conflict,
    save: (event: React.SyntheticEvent) => form.handleSubmit(send)(event),
    resolveConflict: async (choices: Record<string, ConflictChoice>): Promise<void> => {
      const shown = form.getValues();
      const kept = Object.fromEntries(
        Object.entries(changedParts(shown)).filter(([part]) => choices[part] !== "theirs"),
      ) as Partial<Parts>;
      form.reset(toValues(shown.opened, { ...shown.opened.parts, ...kept }));
      setConflict(undefined);
      if (Object.keys(kept).length > 0) await send();
    },
    discard: () => {
      setConflict(undefined);
      form.reset(toValues(opened));
    },
  };
}
