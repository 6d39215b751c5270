import { Button } from "@mantine/core";
import { ZOHO_MAPPED, type ZohoField, type ZohoMapped, type ZohoMapping, type ZohoSync } from "@ridgebook/contract";
import classes from "#features/config/connections/connections.module.css";
import type { ZohoSyncState } from "#features/config/connections/zoho/use-zoho-sync.ts";
import { smallFormPlace } from "#features/config/kept-config-draft.ts";
import { useKeptInput } from "#forms/use-kept-input.ts";
import { useSession } from "#server-client/session-context.tsx";
import { Panel } from "#ui/panel.tsx";
import { SelectField } from "#ui/select-field.tsx";

const LABELS: Readonly<Record<ZohoMapped, { label: string; hint: string; ofDeal: boolean }>> = {
  meetingDate: {
    label: "Meeting",
    hint: "A date of the lead, with or without a time. It goes both ways.",
    ofDeal: false,
  },
  projectType: { label: "Project type", hint: "It comes from Zoho.", ofDeal: false },
  customerNumber: { label: "Customer number", hint: "It comes from Zoho.", ofDeal: false },
  dealLead: { label: "Lead of a deal", hint: "The field of deals that holds the id of the lead.", ofDeal: true },
  poNumber: { label: "PO number of a deal", hint: "Suggested when a purchase order is made.", ofDeal: true },
  dealProjectType: { label: "Project type of a deal", hint: "Suggested with the number.", ofDeal: true },
};

/** A meeting goes into a date field only; a server that does not name types leaves the choice open. The chosen field stays. */
const canHold = (name: ZohoMapped, { apiName, type }: ZohoField, chosen: string | null): boolean =>
  name !== "meetingDate" || apiName === chosen || ["date", "datetime", ""].includes(type);
const optionOf = ({ apiName, label, type }: ZohoField) => ({
  value: apiName,
  label: type === "date" ? `${label} (without a time)` : label,
});

/** Which fields of the account hold what Zoho has no standard field for. */
export function MappingPanel({ zoho: { act, isBusy }, sync }: { zoho: ZohoSyncState; sync: ZohoSync }) {
  const { isOnline } = useSession();
  const {
    values: mapping,
    change,
    isChanged,
    kept,
  } = useKeptInput<ZohoMapping>({ place: smallFormPlace("zohoFields"), initial: sync.mapping });
  const save = async (): Promise<void> => {
    const reply = await act(
      (client) => client.call("saveZohoMapping", { body: mapping }),
      "The fields are saved. All leads are read again.",
    );
    // A refused choice stays here.
    if (reply !== undefined) kept.startOver();
  };
  return (
    <Panel title="Fields">
      <div className="rb-stack">
        <p className={classes.quiet}>
          Names, addresses, phone numbers, e-mail and status go by themselves. Choose where Zoho keeps the rest.
        </p>
        {ZOHO_MAPPED.map((name) => {
          const { label, hint, ofDeal } = LABELS[name];
          const chosen = mapping[name];
          const fields = (ofDeal ? sync.dealFields : sync.leadFields).filter((field) => canHold(name, field, chosen));
          return (
            <SelectField
              key={name}
              label={label}
              hint={hint}
              value={chosen ?? ""}
              emptyLabel="Not used"
              options={fields.map(optionOf)}
              disabled={!isOnline || isBusy}
              onChange={(event) => change({ [name]: event.currentTarget.value || null })}
            />
          );
        })}
        <Button className={classes.start} disabled={!isOnline || isBusy || !isChanged} onClick={() => void save()}>
          Save fields
        </Button>
      </div>
    </Panel>
  );
}
