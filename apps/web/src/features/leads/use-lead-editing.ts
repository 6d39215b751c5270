import { zodResolver } from "@hookform/resolvers/zod";
import { LEAD_FIELDS, Problem, type LeadFields, type ProblemReply } from "@ridgebook/contract";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import {
  changedFields,
  hasChangedValues,
  leadFormRules,
  pickFields,
  toFormValues,
  type LeadFormValues,
} from "#features/leads/lead-form-values.ts";
import { leadTitle } from "#features/leads/lead-texts.ts";
import type { OpenedLeadForm } from "#features/leads/open-lead-form.ts";
import { NEW_LEAD_DRAFT_ID, useLeadDraft } from "#features/leads/use-lead-draft.ts";
import { usePendingLeadChange } from "#features/leads/use-pending-lead-change.ts";
import { findZipPlace, placeToFill, type ZipPlace } from "#features/leads/zip-places.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { sortServerMessages } from "#server-client/server-validation.ts";
import { useSession } from "#server-client/session-context.tsx";
import { doneMessage } from "#ui/notices/done-message.ts";
import { notices } from "#ui/notices/notices.ts";
import { useAttemptErrors } from "#ui/notices/use-attempt-errors.ts";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";

/* An edited lead: its form, draft, leave guard and saving. */

export type LeadFormState = UseFormReturn<LeadFormValues, unknown, LeadFields>;

export interface LeadEditing {
  form: LeadFormState;
  isNew: boolean;
  name: string;
  recordId: number | undefined;
  hasChanges: boolean;
  /** Ref of the date-time input, so that a partly typed date is rejected instead of read as none. */
  noteMeetingField: (input: HTMLInputElement | null) => void;
  save: (event: React.SubmitEvent) => Promise<void>;
  /** Fills in city and state of the entered ZIP code. */
  fillInPlace: () => void;
  /** Resets to the saved lead. */
  discard: () => void;
}

export function useLeadEditing({
  openedForm,
  formerProblem,
  onRecordId,
}: {
  openedForm: OpenedLeadForm;
  formerProblem: Problem | undefined;
  onRecordId: (id: number) => void;
}): LeadEditing {
  const localData = useLocalData();
  const session = useSession();
  const { timeZone } = session;
  const navigate = useNavigate();
  const [base, setBase] = useState(() => formBase({ ...openedForm, timeZone }));
  const { recordId, opened, openedValues } = base;
  // The leave guard compares with the latest save, which may not have rendered yet.
  const lastBase = useRef(base);

  const meetingField = useRef<HTMLInputElement | null>(null);
  const noteMeetingField = useCallback((input: HTMLInputElement | null) => {
    meetingField.current = input;
  }, []);
  const resolver = useCallback<
    NonNullable<Parameters<typeof useForm<LeadFormValues, unknown, LeadFields>>[0]>["resolver"] & object
  >(
    (values, context, options) => {
      const isMeetingIncomplete = (): boolean => meetingField.current?.validity.badInput ?? false;
      return zodResolver(leadFormRules({ timeZone, isMeetingIncomplete }))(values, context, options);
    },
    [timeZone],
  );
  const form = useForm<LeadFormValues, unknown, LeadFields>({
    defaultValues: openedForm.values,
    mode: "onTouched",
    resolver,
  });

  const [hasChanges, setHasChanges] = useState(openedForm.restoredTime !== undefined);
  const { draftKey } = openedForm;
  const isDone = useRef(false);
  const draft = useLeadDraft({ recordId, draftKey });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (isDone.current) return;
          const isChanged = hasChangedValues({ from: openedValues, to: values });
          setHasChanges(isChanged);
          draft.keep(isChanged ? { values: structuredClone(values), opened } : undefined);
        },
      }),
    [form, draft, opened, openedValues],
  );

  useLeaveGuard({
    hasChanges: useCallback(
      () => !isDone.current && hasChangedValues({ from: lastBase.current.openedValues, to: form.getValues() }),
      [form],
    ),
    checkForErrors: async () => !(await form.trigger(undefined, { shouldFocus: true })),
    isSameForm: async (pathname) => {
      const shownId = /^\/estimator\/leads\/([^/]+)\/edit$/.exec(pathname)?.[1];
      const { recordId: id } = lastBase.current;
      if (shownId === undefined || id === undefined) return false;
      return [id, await localData.resolveId({ storeName: "leads", id })].map(String).includes(shownId);
    },
    onDiscard: async () => {
      isDone.current = true;
      await draft.drop();
    },
  });

  const showProblem = useCallback(
    (problem: Problem): string[] => {
      const { fields, others } = sortServerMessages({ problem, knownFields: LEAD_FIELDS });
      for (const { field, message } of fields) {
        const known = LEAD_FIELDS.find((name) => name === field);
        if (known) form.setError(known, { type: "server", message });
      }
      return others;
    },
    [form],
  );
  useEffect(() => {
    if (formerProblem) showProblem(formerProblem);
  }, [formerProblem, showProblem]);

  const place = useFillPlace(form);
  const attemptErrors = useAttemptErrors();
  const goToLead = async (id: number): Promise<void> => {
    isDone.current = true;
    await draft.drop();
    await navigate({ to: "/estimator/leads/$id/details", params: { id: String(id) }, replace: true });
  };

  const saveParsed = async (parsed: LeadFields): Promise<void> => {
    const values = form.getValues();
    attemptErrors.close();
    try {
      const changed = changedFields({ opened, openedValues, values, parsed });
      const changedNames = LEAD_FIELDS.filter((field) => field in changed);
      if (recordId !== undefined && changedNames.length === 0) {
        await goToLead(recordId);
        return;
      }
      const result =
        recordId === undefined
          ? // The draft goes once the lead is stored: one that survived a crash would create a second lead.
            await localData.leads.create(parsed, { draftKey, whenStored: () => void draft.drop() })
          : await localData.leads.update(recordId, changed, {
              from: pickFields({ fields: changedNames, from: opened }),
            });
      // A conflict is shown on the lead's page, with both values.
      if (result.outcome === "refused" && result.problem.code !== "conflict") {
        const isKept = result.problem.code !== "notFound";
        if (isKept) {
          // Rejected by the server but stored on the device: later edits change the same record.
          lastBase.current = formBase({ recordId: result.id, opened: parsed, timeZone });
          setBase(lastBase.current);
          setHasChanges(false);
          form.reset(lastBase.current.openedValues);
          await draft.drop();
          onRecordId(result.id);
        }
        for (const message of showProblem(result.problem)) attemptErrors.add({ message });
        return;
      }
      if (result.outcome !== "refused") {
        notices.add({
          message: doneMessage("Saved", { isSent: result.outcome === "synced" }),
        });
      }
      await goToLead(result.id);
    } catch (error) {
      // The input is still on the page.
      await session.reportFailure(error);
    }
  };

  return {
    form,
    isNew: openedForm.recordId === undefined,
    name: leadTitle(opened),
    recordId,
    hasChanges,
    noteMeetingField,
    fillInPlace: place.fillIn,
    save: async (event) => {
      event.preventDefault();
      await place.waitForFill();
      await form.handleSubmit(saveParsed)();
    },
    discard: () => {
      form.reset(openedValues);
      setHasChanges(false);
      void draft.drop();
    },
  };
}

/** The server's last rejection: from when the form was opened, or of a retry running then. */
export function useFormerProblem({ recordId, problem }: OpenedLeadForm): Problem | undefined {
  const change = usePendingLeadChange(recordId ?? NEW_LEAD_DRAFT_ID);
  const heard = change?.status === "failed" ? JSON.stringify(change.problem) : undefined;
  return useMemo(() => {
    if (heard === undefined) return problem;
    const reply = JSON.parse(heard) as ProblemReply;
    return new Problem(reply.code, reply);
  }, [heard, problem]);
}

/** What the form is compared with: the lead as opened, or as stored when the server rejected it. */
const formBase = ({
  recordId,
  opened,
  timeZone,
}: {
  recordId: number | undefined;
  opened: LeadFields;
  timeZone: string;
}) => ({ recordId, opened, openedValues: toFormValues({ fields: opened, timeZone }) });

/** Fills in city and state of a complete US ZIP code, and records them in `filled`. A no-op for an unknown one. */
async function fillPlace(form: LeadFormState, filled: RefObject<Partial<ZipPlace>>): Promise<void> {
  const zipCode = form.getValues("zipCode");
  // Without the list, as offline before it was cached, city and state are typed.
  const place = await findZipPlace(zipCode).catch(() => undefined);
  if (!place || form.getValues("zipCode") !== zipCode || form.getValues("country") !== "USA") return;
  const [city, state] = form.getValues(["city", "state"]);
  const fill = placeToFill({ place, filled: filled.current, current: { city, state } });
  for (const field of ["city", "state"] as const)
    if (fill[field] !== undefined) form.setValue(field, fill[field], { shouldDirty: true });
  filled.current = { ...filled.current, ...fill };
}

/** How long a save waits for the list of ZIP codes. */
const PLACE_WITHIN_MS = 1_000;

/** Fills in the place of a complete ZIP code; `waitForFill` waits for the last one, so that Enter saves it too. */
function useFillPlace(form: LeadFormState): { fillIn: () => void; waitForFill: () => Promise<void> } {
  /** Values filled in from ZIP codes since the form was opened. */
  const filled = useRef<Partial<ZipPlace>>({});
  const last = useRef(Promise.resolve());
  return {
    fillIn: () => {
      last.current = fillPlace(form, filled);
    },
    waitForFill: () =>
      Promise.race([last.current, new Promise<void>((resolve) => setTimeout(resolve, PLACE_WITHIN_MS))]),
  };
}
