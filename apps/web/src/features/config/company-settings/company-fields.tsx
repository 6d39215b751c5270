import { COUNTRIES, TIME_ZONES } from "@ridgebook/contract";
import {
  ADDRESS,
  COUNTRY,
  IDENTITY,
  PHONES,
  SALESPERSON_TITLE,
  TIME_ZONE,
} from "#features/config/company-settings/company-setting-names.ts";
import classes from "#features/config/company-settings/company-settings.module.css";
import { clockText, useClock } from "#features/config/company-settings/time-in-zone.ts";
import type { FlagSetting } from "#features/config/settings-form/described-settings.ts";
import { settingFieldId } from "#features/config/settings-form/setting-fields.tsx";
import type { SettingsForm } from "#features/config/settings-form/use-settings-form.ts";
import { formatPhoneText } from "#ui/phone-text.ts";
import { PhoneField } from "#ui/phone-field.tsx";
import { SelectField, type SelectOption } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";

const fieldProps = (form: SettingsForm, { name, label, hint }: FlagSetting) => ({
  id: settingFieldId(name),
  label,
  hint,
  value: form.shown(name) as string,
  error: form.errorOf(name),
  // The company's data, not the person's, whom the browser knows.
  autoComplete: "off",
  onChange: ({ currentTarget }: { currentTarget: { value: string } }): void => form.change(name, currentTarget.value),
});

const [STREET, ...TOWN] = ADDRESS;

/** Who the company is, where, and in which time zone (SET-02). */
export function CompanyFields({ form }: { form: SettingsForm }) {
  return (
    <div className={classes.company}>
      {IDENTITY.map((setting) => (
        <TextField key={setting.name} {...fieldProps(form, setting)} />
      ))}
      <TextField {...fieldProps(form, STREET)} />
      <div className={classes.town}>
        {TOWN.map((setting) => (
          <TextField key={setting.name} {...fieldProps(form, setting)} />
        ))}
      </div>
      <CountryField form={form} />
      <TextField {...fieldProps(form, SALESPERSON_TITLE)} />
      {PHONES.map((setting) => {
        const field = fieldProps(form, setting);
        return <PhoneField key={setting.name} {...field} value={formatPhoneText(field.value)} />;
      })}
      <TimeZoneField form={form} />
    </div>
  );
}

function CountryField({ form }: { form: SettingsForm }) {
  const field = fieldProps(form, COUNTRY);
  const options: SelectOption[] = COUNTRIES.map(({ id, name }) => ({ value: id, label: name }));
  // What was stored by the API stays as it is until somebody chooses another.
  if (field.value !== "" && !options.some(({ value }) => value === field.value))
    options.push({ value: field.value, label: field.value });
  return <SelectField {...field} options={options} emptyLabel="Choose" />;
}

const ZONES: readonly SelectOption[] = TIME_ZONES.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));

/** A wrong zone shows: its clock is another than the one on the wall. */
function TimeZoneField({ form }: { form: SettingsForm }) {
  const now = useClock();
  const field = fieldProps(form, TIME_ZONE);
  const hint =
    field.value === ""
      ? "Dates and times are in this zone. Until you choose one, each device uses its own."
      : `Dates and times are in this zone. It is ${clockText(now, field.value)} there.`;
  return <SelectField {...field} hint={hint} options={ZONES} emptyLabel="Choose" />;
}
