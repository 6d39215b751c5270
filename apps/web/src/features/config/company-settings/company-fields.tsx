import { Button } from "@mantine/core";
import { formatTimeOfDay, COUNTRIES, TIME_ZONES } from "@ridgebook/contract";
import {
  ADDRESS,
  COUNTRY,
  IDENTITY,
  PHONES,
  SALESPERSON_TITLE,
  TIME_ZONE,
} from "#features/config/company-settings/company-setting-names.ts";
import classes from "#features/config/company-settings/company-settings.module.css";
import { countryOfAddress, zoneOfAddress } from "#features/config/company-settings/suggest-time-zone.ts";
import { useClock } from "#features/config/company-settings/time-in-zone.ts";
import type { FlagSetting } from "#features/config/settings-form/described-settings.ts";
import { settingFieldId } from "#features/config/settings-form/setting-fields.tsx";
import type { SettingsForm } from "#features/config/settings-form/use-settings-form.ts";
import { formatPhoneText } from "#ui/phone-text.ts";
import { PhoneField } from "#ui/phone-field.tsx";
import { SelectField, type SelectOption } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { fullNameOfZone, nameOfZone } from "#ui/zone-names.ts";

const fieldProps = (form: SettingsForm, { name, label, hint }: FlagSetting) => ({
  id: settingFieldId(name),
  label,
  hint,
  value: form.shown(name) as string,
  error: form.errorOf(name),
  // The company's data; the browser would fill in the user's.
  autoComplete: "off",
  onChange: ({ currentTarget }: { currentTarget: { value: string } }): void => form.change(name, currentTarget.value),
});

const [STREET, ...TOWN] = ADDRESS;

/** The company's name, address and time zone (SET-02). */
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
  // What was stored by the API stays as it is until the user chooses another.
  if (field.value !== "" && !options.some(({ value }) => value === field.value))
    options.push({ value: field.value, label: field.value });
  const found = countryOfAddress({ state: form.shown("addressState") as string });
  return (
    <div>
      <SelectField {...field} options={options} emptyLabel="Choose" />
      {found !== undefined && found !== field.value && (
        <p className="rb-hint">
          Your address is in {COUNTRIES.find(({ id }) => id === found)?.name}.{" "}
          <Button variant="tertiary" onClick={() => form.change(COUNTRY.name, found)}>
            Use this country
          </Button>
        </p>
      )}
    </div>
  );
}

const ZONES: readonly SelectOption[] = TIME_ZONES.map((zone) => ({ value: zone, label: fullNameOfZone(zone) }));

/** The clock makes a wrong zone visible. */
function TimeZoneField({ form }: { form: SettingsForm }) {
  const now = useClock();
  const field = fieldProps(form, TIME_ZONE);
  const hint =
    field.value === ""
      ? "Dates and times are in this zone. Until you choose one, each device uses its own."
      : `Dates and times are in this zone. It is ${formatTimeOfDay({ time: now, timeZone: field.value })} there.`;
  return (
    <div>
      <SelectField {...field} hint={hint} options={ZONES} emptyLabel="Choose" />
      <ZoneOfAddress form={form} chosen={field.value} />
    </div>
  );
}

/** A hint about the zone that the address suggests; empty while both agree. */
function ZoneOfAddress({ form, chosen }: { form: SettingsForm; chosen: string }) {
  const found = zoneOfAddress({
    state: form.shown("addressState") as string,
    zipCode: form.shown("addressPostalCode") as string,
  });
  if (found.kind === "none")
    return <p className="rb-hint">None of these zones fits your address. Choose the one with the nearest time.</p>;
  if (found.kind === "two" && chosen === "")
    return <p className="rb-hint">Two time zones meet around your address. Choose the one that you keep.</p>;
  if (found.kind !== "zone" || found.zone === chosen) return null;
  const { zone } = found;
  return (
    <p className="rb-hint">
      Your address is in {nameOfZone(zone)}.{" "}
      <Button variant="tertiary" onClick={() => form.change(TIME_ZONE.name, zone)}>
        Use it
      </Button>
    </p>
  );
}
