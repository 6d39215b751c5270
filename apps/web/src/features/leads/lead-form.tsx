import { Button } from "@mantine/core";
import { zodResolver } from "@hookform/resolvers/zod";
import {
  COUNTRIES,
  LEAD_FIELD_LABELS,
  LEAD_FIELDS,
  LEAD_STATUSES,
  STATES,
  type LeadField,
  type LeadFields,
  Problem,
  type ProblemReply,
} from "@ridgebook/contract";
import { workflowNames } from "@ridgebook/estimating";
import { IconAlertCircle } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { useForm, useWatch, type UseFormReturn } from "react-hook-form";
import detailsClasses from "#features/leads/lead-details.module.css";
import {
  changedFields,
  hasChangedValues,
  leadFormRules,
  pickFields,
  stateOptions,
  toFormValues,
  withOwnValues,
  type LeadFormValues,
} from "#features/leads/lead-form-values.ts";
import classes from "#features/leads/lead-form.module.css";
import { BackToLead, BackToLeads } from "#features/leads/lead-page-parts.tsx";
import { leadTitle } from "#features/leads/lead-texts.ts";
import { useListPlace } from "#features/leads/list-place.ts";
import { formatMoment } from "#features/leads/meeting-text.ts";
import type { OpenedLeadForm } from "#features/leads/open-lead-form.ts";
import { doneMessage } from "#ui/notices/done-message.ts";
import { useBottomBar } from "#ui/use-bottom-bar.ts";
import { NEW_LEAD_DRAFT_ID, useLeadDraft } from "#features/leads/use-lead-draft.ts";
import { usePendingLeadChange } from "#features/leads/use-pending-lead-change.ts";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";
import { useNow } from "#ui/use-now.ts";
import { useSalespeople } from "#features/leads/use-salespeople.ts";
import { findZipPlace, placeToFill, type ZipPlace } from "#features/leads/zip-places.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { sortServerMessages } from "#server-client/server-validation.ts";
import { useSession } from "#server-client/session-context.tsx";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { DateTimeField } from "#ui/date-time-field.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { notices } from "#ui/notices/notices.ts";
import { useAttemptErrors } from "#ui/notices/use-attempt-errors.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { PhoneField } from "#ui/phone-field.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { TextareaField } from "#ui/textarea-field.tsx";
import { nameOfZone } from "#ui/zone-names.ts";

const FORM_ID = "lead-form";

type Form = UseFormReturn<LeadFormValues, unknown, LeadFields>;

/**
 * The form of a new or a known lead. What is typed is kept on the device with every keystroke; saving sends the fields
 * that changed.
 */
export function LeadForm({
  form: openedForm,
  onRecordId,
}: {
  form: OpenedLeadForm;
  /** The lead has an id on this device now, and the form stays open. */
  onRecordId: (id: number) => void;
}) {
  const formerProblem = useFormerProblem(openedForm);
  const editing = useLeadEditing({ openedForm, formerProblem, onRecordId });
  const { form, isNew, name, recordId, hasChanges } = editing;
  const barRef = useBottomBar();
  const listPlace = useListPlace();
  const { errors, isSubmitted, isSubmitSuccessful, isSubmitting } = form.formState;
  const shownErrors = LEAD_FIELDS.flatMap((field) => {
    const message = errors[field]?.message;
    return message === undefined ? [] : [{ field, message }];
  });
  const isRefused = isSubmitted && !isSubmitSuccessful;

  return (
    <div className={detailsClasses.page} data-ground="canvas" data-bar="">
      <PageHeader
        back={recordId === undefined ? <BackToLeads /> : <BackToLead id={recordId} />}
        title={isNew ? "New lead" : `Edit ${name}`}
      />
      <RestoredNote editing={editing} openedForm={openedForm} />
      {/* What a save of this form hears, it says by itself. */}
      <RefusedNote problem={isSubmitted ? openedForm.problem : formerProblem} />
      <form id={FORM_ID} noValidate className={classes.form} onSubmit={(event) => void editing.save(event)}>
        <ErrorSummary errors={shownErrors} showEmpty={isRefused} />
        <div className={detailsClasses.columns}>
          <div className={detailsClasses.column}>
            <CustomerPanel form={form} isNew={isNew} />
            <AddressPanel form={form} onZipCode={editing.fillInPlace} />
          </div>
          <div className={detailsClasses.column}>
            <SalesPanel form={form} opened={openedForm.opened} editing={editing} />
            <ProjectPanel form={form} opened={openedForm.opened} />
            <Panel title="Notes">
              <TextareaField {...fieldProps(form, "description")} rows={5} />
            </Panel>
          </div>
        </div>
      </form>
      <div ref={barRef} className={classes.bar}>
        <div className={classes.barNote}>
          {isRefused && shownErrors.length > 0 ? (
            <p role="alert" className={classes.barError}>
              <IconAlertCircle size={18} stroke={1.75} aria-hidden />
              The page has errors which must be fixed before saving
            </p>
          ) : (
            hasChanges && <p className={classes.barHint}>Not saved yet, kept on this device</p>
          )}
        </div>
        <Button
          variant="secondary"
          size="lg"
          renderRoot={(button) =>
            recordId === undefined ? (
              <Link to="/estimator/leads" search={{ ...listPlace.read() }} {...button} />
            ) : (
              <Link to="/estimator/leads/$id/details" params={{ id: String(recordId) }} {...button} />
            )
          }
        >
          Cancel
        </Button>
        <Button type="submit" form={FORM_ID} size="lg" className={classes.save} loading={isSubmitting}>
          Save
        </Button>
      </div>
    </div>
  );
}

interface LeadEditing {
  form: Form;
  isNew: boolean;
  name: string;
  recordId: number | undefined;
  hasChanges: boolean;
  /** For the date-time field: half a date is not an empty one. */
  noteMeetingField: (input: HTMLInputElement | null) => void;
  save: (event: React.SubmitEvent) => Promise<void>;
  /** Fills in city and state of the ZIP code that is entered now. */
  fillInPlace: () => void;
  /** Back to the lead as it is saved. */
  discard: () => void;
}

function useLeadEditing({
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
  // What is asked on leaving is asked of the last save, also when that was drawn only a moment later.
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
  const [isStorageFailing, setIsStorageFailing] = useState(false);
  const draft = useLeadDraft({
    recordId,
    draftKey,
    onFailure: useCallback(
      (error: unknown) => {
        // Said once: the same would be true of every keystroke that follows.
        if (!isStorageFailing) void session.reportFailure(error);
        setIsStorageFailing(true);
      },
      [isStorageFailing, session],
    ),
  });
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
          ? // From then on what was typed is a lead: a draft of it that outlived a flat battery would become a second one.
            await localData.leads.create(parsed, { draftKey, whenStored: () => void draft.drop() })
          : await localData.leads.update(recordId, changed, {
              from: pickFields({ fields: changedNames, from: opened }),
            });
      if (result.outcome === "refused" && result.problem.code !== "conflict") {
        const isKept = result.problem.code !== "notFound";
        if (isKept) {
          // Refused, and kept on this device all the same: from here on the same entry is edited.
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
      // What was typed is still on the page.
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
      await place.filledIn();
      await form.handleSubmit(saveParsed)();
    },
    discard: () => {
      form.reset(openedValues);
      setHasChanges(false);
      void draft.drop();
    },
  };
}

/**
 * Why the server refused the lead the last time: known when the form was opened, or heard since. Somebody who presses Try
 * again and then comes here opens the form while the answer is on its way.
 */
function useFormerProblem({ recordId, problem }: OpenedLeadForm): Problem | undefined {
  const change = usePendingLeadChange(recordId ?? NEW_LEAD_DRAFT_ID);
  const heard = change?.status === "failed" ? JSON.stringify(change.problem) : undefined;
  return useMemo(() => {
    if (heard === undefined) return problem;
    const reply = JSON.parse(heard) as ProblemReply;
    return new Problem(reply.code, reply);
  }, [heard, problem]);
}

/** What the form is compared with: the lead as it was opened, or as it was kept when the server refused it. */
const formBase = ({
  recordId,
  opened,
  timeZone,
}: {
  recordId: number | undefined;
  opened: LeadFields;
  timeZone: string;
}) => ({ recordId, opened, openedValues: toFormValues({ fields: opened, timeZone }) });

/** Says that the form holds what was typed before, for as long as it does. */
function RestoredNote({
  editing,
  openedForm: { restoredTime, retiredTexts },
}: {
  editing: LeadEditing;
  openedForm: OpenedLeadForm;
}) {
  const { timeZone } = useSession();
  const now = useNow();
  if (restoredTime === undefined || !editing.hasChanges) return null;
  const time = formatMoment({ time: new Date(restoredTime).toISOString(), timeZone, now });
  return (
    <div className={detailsClasses.banner} role="status">
      <p className={detailsClasses.bannerText}>
        <strong>Restored what you had typed</strong> on {time}.
        {retiredTexts.length > 0 && ` This had been typed into fields that are gone: ${retiredTexts.join("; ")}`}
      </p>
      <button type="button" className={detailsClasses.bannerAction} onClick={editing.discard}>
        Discard
      </button>
    </div>
  );
}

/** Why the server refused the lead the last time, where that belongs to no field. */
function RefusedNote({ problem }: { problem: Problem | undefined }) {
  const messages = problem ? sortServerMessages({ problem, knownFields: LEAD_FIELDS }).others : [];
  if (messages.length === 0) return null;
  return (
    <div className={detailsClasses.banner} data-tone="bad" role="status">
      <IconAlertCircle size={20} stroke={1.75} aria-hidden />
      <p className={detailsClasses.bannerText}>
        <strong>Not sent</strong> {messages.join(" ")}
      </p>
    </div>
  );
}

/** Name, label and message of a lead's field, from the one list of labels. */
function fieldProps(form: Form, field: LeadField, options?: { onChange: () => void }) {
  return {
    ...form.register(field, options),
    label: LEAD_FIELD_LABELS[field],
    error: form.formState.errors[field]?.message,
  };
}

/** A choice whose options may arrive or change after the form has begun: the value stays chosen through that. */
function ChoiceField({
  form,
  field,
  options,
  emptyLabel,
}: {
  form: Form;
  field: Exclude<LeadField, "projectTypes">;
  options: { value: string; label: string }[];
  emptyLabel: string;
}) {
  const value = useWatch({ control: form.control, name: field });
  return <SelectField {...fieldProps(form, field)} value={value} emptyLabel={emptyLabel} options={options} />;
}

/** A customer's data: the browser must not fill in the salesperson's own. */
const NOT_OWN_DATA = { autoComplete: "off", "data-1p-ignore": true } as const;

function CustomerPanel({ form, isNew }: { form: Form; isNew: boolean }) {
  const { setFocus } = form;
  useEffect(() => {
    if (isNew) setFocus("firstName");
  }, [isNew, setFocus]);
  return (
    <Panel title="Customer">
      <div className={classes.fields}>
        <TextField {...fieldProps(form, "firstName")} {...NOT_OWN_DATA} />
        <TextField {...fieldProps(form, "lastName")} {...NOT_OWN_DATA} />
        <TextField {...fieldProps(form, "company")} {...NOT_OWN_DATA} />
        <TextField {...fieldProps(form, "customerNumber")} {...NOT_OWN_DATA} />
        <PhoneField {...fieldProps(form, "phone")} {...NOT_OWN_DATA} />
        <TextField {...fieldProps(form, "phoneExtension")} {...NOT_OWN_DATA} inputMode="numeric" />
        <PhoneField {...fieldProps(form, "mobilePhone")} {...NOT_OWN_DATA} />
        <TextField {...fieldProps(form, "mobilePhoneExtension")} {...NOT_OWN_DATA} inputMode="numeric" />
        <div className={classes.wide}>
          <TextField {...fieldProps(form, "email")} {...NOT_OWN_DATA} type="email" inputMode="email" />
        </div>
      </div>
    </Panel>
  );
}

/** Fills in city and state of a whole US ZIP code, and notes them in `filled`; of one that is not known, nothing. */
async function fillPlace(form: Form, filled: RefObject<Partial<ZipPlace>>): Promise<void> {
  const zipCode = form.getValues("zipCode");
  // Without the file, as after a lost connection before all was kept, they are typed as ever.
  const place = await findZipPlace(zipCode).catch(() => undefined);
  if (!place || form.getValues("zipCode") !== zipCode || form.getValues("country") !== "USA") return;
  const [city, state] = form.getValues(["city", "state"]);
  const fill = placeToFill({ place, filled: filled.current, current: { city, state } });
  for (const field of ["city", "state"] as const)
    if (fill[field] !== undefined) form.setValue(field, fill[field], { shouldDirty: true });
  filled.current = { ...filled.current, ...fill };
}

/** A list of places that has not come by then is not waited for. */
const PLACE_WITHIN_MS = 1_000;

/** Fills in the place of the ZIP code that is entered, once it is whole; `filledIn` waits for the last one, so that Enter saves it too. */
function useFillPlace(form: Form): { fillIn: () => void; filledIn: () => Promise<void> } {
  /** What ZIP codes have filled in since the form was opened. */
  const filled = useRef<Partial<ZipPlace>>({});
  const last = useRef(Promise.resolve());
  return {
    fillIn: () => {
      last.current = fillPlace(form, filled);
    },
    filledIn: () => Promise.race([last.current, new Promise<void>((resolve) => setTimeout(resolve, PLACE_WITHIN_MS))]),
  };
}

function AddressPanel({ form, onZipCode }: { form: Form; onZipCode: () => void }) {
  const country = useWatch({ control: form.control, name: "country" });
  return (
    <Panel title="Address">
      <div className={classes.fields}>
        <div className={classes.wide}>
          <TextField {...fieldProps(form, "street")} {...NOT_OWN_DATA} />
        </div>
        <TextField
          {...fieldProps(form, "zipCode", { onChange: onZipCode })}
          {...NOT_OWN_DATA}
          hint="Fills in city and state."
        />
        <TextField {...fieldProps(form, "city")} {...NOT_OWN_DATA} />
        <ChoiceField form={form} field="state" emptyLabel="Choose" options={stateOptions(country)} />
        <SelectField
          {...form.register("country", {
            onChange: (event: { target: { value: string } }) => {
              const state = STATES.find(({ id }) => id === form.getValues("state"));
              if (state && state.countryId !== event.target.value) form.setValue("state", "");
            },
          })}
          label="Country"
          options={COUNTRIES.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
    </Panel>
  );
}

function SalesPanel({ form, opened, editing }: { form: Form; opened: LeadFields; editing: LeadEditing }) {
  const people = useSalespeople();
  const { timeZone } = useSession();
  const { ref: meetingRef, ...meeting } = fieldProps(form, "meetingDate");
  const meetingText = useWatch({ control: form.control, name: "meetingDate" });
  const { noteMeetingField } = editing;
  const statuses = withOwnValues({ known: LEAD_STATUSES, own: [opened.leadStatus] });
  return (
    <Panel title="Meeting and sales">
      <div className={classes.fields}>
        <div className={classes.meeting}>
          <DateTimeField
            {...meeting}
            value={meetingText}
            ref={(input) => {
              meetingRef(input);
              noteMeetingField(input);
            }}
            hint={timeZoneHint(timeZone)}
          />
        </div>
        <ChoiceField
          form={form}
          field="leadStatus"
          emptyLabel="None"
          options={statuses.map((status) => ({ value: status, label: status }))}
        />
        <ChoiceField form={form} field="userId" emptyLabel="Nobody" options={people.options([opened.userId])} />
        <ChoiceField
          form={form}
          field="additionalSalesmanId"
          emptyLabel="Nobody"
          options={people.options([opened.additionalSalesmanId])}
        />
      </div>
    </Panel>
  );
}

/** Said only where it matters: on a device that stands in another zone than the company's. */
function timeZoneHint(timeZone: string): ReactNode {
  const isOwn = Intl.DateTimeFormat().resolvedOptions().timeZone === timeZone;
  return isOwn ? undefined : nameOfZone(timeZone);
}

function ProjectPanel({ form, opened }: { form: Form; opened: LeadFields }) {
  const names = withOwnValues({ known: workflowNames, own: opened.projectTypes });
  const error = form.formState.errors.projectTypes?.message;
  return (
    <Panel title="Project">
      <fieldset className={classes.choices} aria-describedby={error ? "projectTypes-error" : undefined}>
        <legend>
          {LEAD_FIELD_LABELS.projectTypes}
          {error && <span className={classes.star}> *</span>}
        </legend>
        {names.map((name) => (
          <CheckboxField key={name} {...form.register("projectTypes")} value={name} label={name} />
        ))}
      </fieldset>
      {error && (
        <p id="projectTypes-error" className={classes.error}>
          {error}
        </p>
      )}
      <TextField {...fieldProps(form, "projectType")} {...NOT_OWN_DATA} />
    </Panel>
  );
}
