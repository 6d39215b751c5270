import { Button } from "@mantine/core";
import { MEASUREMENT_NAMES, measurementTitle } from "@ridgebook/estimating";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import classes from "#features/config/connections/connections.module.css";
import { useMeasurementNamesOfCompany } from "#features/config/connections/use-measurement-names-of-company.ts";
import { useSession } from "#server-client/session-context.tsx";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { Panel } from "#ui/panel.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";

/** Beside the measurements, whose names are words. */
const LEFT_OUT = "-";
const OPTIONS = [
  { value: LEFT_OUT, label: "Leave out" },
  ...MEASUREMENT_NAMES.map((name) => ({ value: name, label: measurementTitle(name) })),
];
/** From this many on, they can be searched. */
const SEARCHED_FROM = 10;

/** The meaning of names in files of measurements, for this company: each can be corrected or removed, and is then asked for again. */
export function MeasurementNamesPanel() {
  const { names, change, isBusy } = useMeasurementNamesOfCompany();
  const { isOnline } = useSession();
  const confirm = useConfirm();
  const [search, setSearch] = useState("");
  const all = Object.keys(names).sort((one, other) => one.localeCompare(other));
  const shown = all.filter((name) => name.includes(search.trim().toLowerCase()));
  const isOff = !isOnline || isBusy;
  const remove = async (name: string): Promise<void> => {
    const isSure = await confirm({
      title: `Forget “${name}”?`,
      message: "The next file with this name asks for its meaning again. Estimates keep their numbers.",
      confirmText: "Forget",
      kind: "warning",
    });
    if (isSure) await change(name, undefined);
  };
  return (
    <Panel title="Names in files of measurements">
      <div className="rb-stack">
        <p className={classes.quiet}>
          {all.length === 0
            ? "None yet. When a file has a name that Ridgebook does not know, it asks once what the name means, and the answer is listed here."
            : "What your people chose for names in CSV, JSON and XML files. A correction counts from the next file on."}
        </p>
        {all.length >= SEARCHED_FROM && (
          <TextField
            label="Search names"
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        )}
        {shown.length > 0 && (
          <ul className={`rb-list ${classes.names}`}>
            {shown.map((name) => (
              <li key={name} className={classes.name}>
                <SelectField
                  label={name}
                  emptyLabel="Not known by this version"
                  value={names[name] === "" ? LEFT_OUT : (names[name] ?? "")}
                  options={OPTIONS}
                  disabled={isOff}
                  onChange={({ currentTarget: { value } }) => {
                    if (value !== "") void change(name, value === LEFT_OUT ? "" : value);
                  }}
                />
                <Button
                  variant="tertiary"
                  leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
                  aria-label={`Forget ${name}`}
                  disabled={isOff}
                  onClick={() => void remove(name)}
                >
                  Forget
                </Button>
              </li>
            ))}
          </ul>
        )}
        {all.length > 0 && shown.length === 0 && <p className={classes.quiet}>No name contains “{search.trim()}”.</p>}
      </div>
    </Panel>
  );
}
