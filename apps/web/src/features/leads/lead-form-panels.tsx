import {
  COUNTRIES,
  isLostStatus,
  LEAD_FIELD_LABELS,
  LEAD_STATUSES,
  LOST_REASONS,
  STATES,
  type LeadField,
  type LeadFields,
} from "@ridgebook/contract";
import { workflowNames } from "@ridgebook/estimating";
import { useEffect, type ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { stateOptions, withOwnValues } from "#features/leads/lead-form-values.ts";
import classes from "#features/leads/lead-form.module.css";
import type { LeadEditing, LeadFormState } from "#features/leads/use-lead-editing.ts";
import { useSalespeople } from "#features/leads/use-salespeople.ts";
import { useSession } from "#server-client/session-context.tsx";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { DateTimeField } from "#ui/date-time-field.tsx";
import { Panel } from "#ui/panel.tsx";
import { PhoneField } from "#ui/phone-field.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { TextareaField } from "#ui/textarea-field.tsx";
import { nameOfZone } from "#ui/zone-names.ts";

/* The fields of a lead, by panel. */

/** Name, label and message of a lead's field, from the shared list of labels. */
function fieldProps(form: LeadFormState, field: LeadField, options?: { onChange: () => void }) {
  return {
    ...form.register(field, options),
    label: LEAD_FIELD_LABELS[field],
    error: form.formState.errors[field]?.message,
  };
}

/** A choice whose options may load or change later: the value stays chosen. */
function ChoiceField({
  form,
  field,
  options,
  emptyLabel,
}: {
  form: LeadFormState;
  field: Exclude<LeadField, "projectTypes">;
  options: { value: string; label: string }[];
  emptyLabel: string;
}) {
  const value = useWatch({ control: form.control, name: field });
  return <SelectField {...fieldProps(form, field)} value={value} emptyLabel={emptyLabel} options={options} />;
}

/** A customer's data: the browser must not autofill the salesperson's own. */
const NOT_OWN_DATA = { autoComplete: "off", "data-1p-ignore": true } as const;

export function CustomerPanel({ form, isNew }: { form: LeadFormState; isNew: boolean }) {
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

export function AddressPanel({ form, onZipCode }: { form: LeadFormState; onZipCode: () => void }) {
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

export function SalesPanel({
  form,
  opened,
  editing,
}: {
  form: LeadFormState;
  opened: LeadFields;
  editing: LeadEditing;
}) {
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
        <LostReason form={form} opened={opened} />
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

/** Asked of lost leads only; a reason that was given stays in sight. */
function LostReason({ form, opened }: { form: LeadFormState; opened: LeadFields }) {
  const [status, reason] = useWatch({ control: form.control, name: ["leadStatus", "lostReason"] });
  if (!isLostStatus(status) && reason === "") return null;
  const reasons = withOwnValues({ known: LOST_REASONS, own: [opened.lostReason] });
  return (
    <ChoiceField
      form={form}
      field="lostReason"
      emptyLabel="Not said"
      options={reasons.map((each) => ({ value: each, label: each }))}
    />
  );
}

/** Shown only if the device's time zone differs from the company's. */
function timeZoneHint(timeZone: string): ReactNode {
  const isOwn = Intl.DateTimeFormat().resolvedOptions().timeZone === timeZone;
  return isOwn ? undefined : nameOfZone(timeZone);
}

export function ProjectPanel({ form, opened }: { form: LeadFormState; opened: LeadFields }) {
  const names = withOwnValues({ known: workflowNames, own: opened.projectTypes });
  const error = form.formState.errors.projectTypes?.message;
  return (
    <Panel title="Project">
      <fieldset className={classes.choices} aria-describedby={error ? "projectTypes-error" : undefined}>
        <legend className="rb-legend">
          {LEAD_FIELD_LABELS.projectTypes}
          {error && <span className="rb-star"> *</span>}
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

export function NotesPanel({ form }: { form: LeadFormState }) {
  return (
    <Panel title="Notes">
      <TextareaField {...fieldProps(form, "description")} rows={5} />
    </Panel>
  );
}
