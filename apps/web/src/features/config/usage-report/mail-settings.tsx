import { fullName, isUnique, readReportRecipients, REPORT_FREQUENCIES, ruleMessages } from "@ridgebook/contract";
import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { smallFormPlace } from "#features/config/kept-config-draft.ts";
import classes from "#features/config/usage-report/usage-report.module.css";
import { settingFieldId } from "#features/config/settings-form/setting-fields.tsx";
import type { EditedObject } from "#features/config/settings-form/settings-draft.ts";
import type { SettingsSection } from "#features/config/settings-form/settings-page.tsx";
import type { SettingsForm } from "#features/config/settings-form/use-settings-form.ts";
import { useKeptInput } from "#forms/use-kept-input.ts";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import { DateTimeField } from "#ui/date-time-field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";

const RECIPIENTS = { name: "usageReportRecipients", label: "Recipients" } as const;
const FREQUENCY = { name: "usageReportFrequency", label: "How often" } as const;
const START = { name: "usageReportStartDate", label: "Periods count from" } as const;

const FREQUENCIES = [
  { value: String(REPORT_FREQUENCIES.none), label: "None" },
  { value: String(REPORT_FREQUENCIES.weekly), label: "Weekly" },
  { value: String(REPORT_FREQUENCIES.monthly), label: "Monthly" },
];

export const MAIL_SECTIONS: readonly SettingsSection[] = [
  {
    id: "mail",
    title: "Usage report by e-mail",
    settings: [FREQUENCY, START, RECIPIENTS],
    content: (form) => <MailSettings form={form} />,
  },
];

/** The recipients and days of the usage report (SET-14, OP-53). */
function MailSettings({ form }: { form: SettingsForm }) {
  const start = form.shown(START.name);
  return (
    <div className={classes.mail}>
      <div className={classes.filters}>
        <SelectField
          id={settingFieldId(FREQUENCY.name)}
          label={FREQUENCY.label}
          hint="Sent in the morning after each period, with the table as a CSV file."
          options={FREQUENCIES}
          value={form.shown(FREQUENCY.name) as string}
          error={form.errorOf(FREQUENCY.name)}
          onChange={(event) => form.change(FREQUENCY.name, event.currentTarget.value)}
        />
        <DateTimeField
          kind="date"
          id={settingFieldId(START.name)}
          label={START.label}
          hint="Left empty, from the day on which you set how often."
          value={typeof start === "string" ? start.slice(0, 10) : ""}
          error={form.errorOf(START.name)}
          onChange={({ currentTarget: { value } }) =>
            // A calendar day without a time zone: only its date counts.
            form.change(START.name, value === "" ? null : `${value}T00:00:00Z`)
          }
        />
      </div>
      <Recipients form={form} />
    </div>
  );
}

function Recipients({ form }: { form: SettingsForm }) {
  const localData = useLocalData();
  const { value: users } = useLocalQuery("users", () => localData.users.list(), [localData]);
  const stored = form.shown(RECIPIENTS.name) as EditedObject;
  const { userIds, emails } = readReportRecipients(stored as Parameters<typeof readReportRecipients>[0]);
  const change = (changed: { userIds?: readonly number[]; emails?: readonly string[] }): void =>
    form.change(RECIPIENTS.name, { ...stored, userIds, emails, ...changed });
  const nameOf = (id: number): string => {
    const user = users?.find((each) => each.id === id);
    if (!user) return "Unknown person";
    return user.active ? fullName(user) : `${fullName(user)} (deactivated, gets none)`;
  };
  const others = (users ?? [])
    .filter(({ id, active }) => active && !userIds.includes(id))
    .toSorted((one, other) => fullName(one).localeCompare(fullName(other)));
  return (
    <div role="group" aria-label={RECIPIENTS.label} id={settingFieldId(RECIPIENTS.name)} tabIndex={-1}>
      {form.errorOf(RECIPIENTS.name) !== undefined && (
        <p role="alert" className={classes.error}>
          {form.errorOf(RECIPIENTS.name)}
        </p>
      )}
      {userIds.length + emails.length > 0 && (
        <ul className={classes.recipients} aria-label={RECIPIENTS.label}>
          {userIds.map((id) => (
            <Recipient
              key={id}
              name={nameOf(id)}
              onRemove={() => change({ userIds: userIds.filter((other) => other !== id) })}
            />
          ))}
          {emails.map((email) => (
            <Recipient
              key={email}
              name={email}
              onRemove={() => change({ emails: emails.filter((other) => other !== email) })}
            />
          ))}
        </ul>
      )}
      <div className={classes.filters}>
        <SelectField
          label="Add a user"
          emptyLabel="Choose"
          value=""
          options={others.map((user) => ({ value: String(user.id), label: fullName(user) }))}
          onChange={({ currentTarget: { value } }) => {
            if (value !== "") change({ userIds: [...userIds, Number(value)] });
          }}
        />
        <OtherAddress emails={emails} onAdd={(email) => change({ emails: [...emails, email] })} />
      </div>
    </div>
  );
}

function Recipient({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <li className={classes.recipient}>
      <span>{name}</span>
      <IconButton
        label={`Remove ${name}`}
        icon={<IconTrash size={18} stroke={1.75} aria-hidden />}
        onClick={onRemove}
      />
    </li>
  );
}

const ADDRESS_PLACE = smallFormPlace("reportRecipient");
const NO_ADDRESS = { email: "" };

/** An invalid address, or one that is in the list already, is refused before it is added. */
function OtherAddress({ emails, onAdd }: { emails: readonly string[]; onAdd: (email: string) => void }) {
  const {
    values: { email: typed },
    change,
    kept,
  } = useKeptInput({ place: ADDRESS_PLACE, initial: NO_ADDRESS });
  const [error, setError] = useState<string>();
  const add = (): void => {
    const email = typed.trim();
    if (email === "") return;
    if (!isUnique([...emails, email].map((each) => each.toLowerCase()))) {
      setError(ruleMessages.unique("Recipients"));
      return;
    }
    if (readReportRecipients({ emails: [email] }).emails.length === 0) {
      setError(ruleMessages.email("Recipient"));
      return;
    }
    onAdd(email);
    change(NO_ADDRESS);
    void kept.drop();
  };
  return (
    <div className={classes.address}>
      <TextField
        label="Add another address"
        type="email"
        inputMode="email"
        autoComplete="off"
        value={typed}
        error={error}
        onChange={(event) => {
          change({ email: event.currentTarget.value });
          setError(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Enter would save the page.
          event.preventDefault();
          add();
        }}
      />
      <Button variant="secondary" onClick={add}>
        Add
      </Button>
    </div>
  );
}
