import { formatDateTime } from "@ridgebook/contract";
import type { ChangeOrderChoices } from "@ridgebook/documents";
import { ChoiceSection } from "#features/documents/choices/choice-section.tsx";
import type { ChoicesProps } from "#features/documents/choices/choices-props.ts";
import classes from "#features/documents/choices/choices.module.css";
import { NumberEntry } from "#features/documents/choices/number-entry.tsx";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { SelectField } from "#ui/select-field.tsx";

/** Selects the contract to change, if there are several. */
export function ContractSelect({
  contracts,
  contractId,
  timeZone,
  onSelect,
}: {
  contracts: readonly LocalDocument[];
  contractId: number | undefined;
  timeZone: string;
  onSelect: (id: number) => void;
}) {
  return (
    <ChoiceSection title="Contract">
      <SelectField
        label="Changes the contract"
        value={String(contractId ?? "")}
        options={contracts.map(({ id, name, createdTime, data }) => ({
          value: String(id),
          label: `${name}, ${data["number"] ?? ""}, ${formatDateTime({ time: createdTime, timeZone })}`,
        }))}
        onChange={(event) => onSelect(Number(event.currentTarget.value))}
      />
    </ChoiceSection>
  );
}

/** A change order's extra cost in dollars, without a line (DOC-10). */
export function AdditionalCostChoices({ choices, change, errorOf, onProblem }: ChoicesProps<ChangeOrderChoices>) {
  return (
    <ChoiceSection title="Additional cost">
      <CheckboxField
        label="Add a cost beside the changed lines"
        checked={choices.showAdditionalCost}
        onChange={(event) => change({ showAdditionalCost: event.currentTarget.checked })}
      />
      <div className={classes.two}>
        {choices.showAdditionalCost && (
          <NumberEntry
            id="additionalCost"
            label="Additional cost"
            unit="$"
            hint="Negative where work falls away."
            value={choices.additionalCost}
            error={errorOf("additionalCost")}
            onValue={(amount) => change({ additionalCost: amount ?? 0 })}
            onProblem={onProblem}
          />
        )}
        <NumberEntry
          id="fromAddendum"
          label="Earlier change orders on paper"
          unit="$"
          hint="What was agreed before outside of this app."
          value={choices.additionalWorkTotalBroughtFromAddendum}
          error={errorOf("fromAddendum")}
          onValue={(amount) => change({ additionalWorkTotalBroughtFromAddendum: amount ?? 0 })}
          onProblem={onProblem}
        />
      </div>
    </ChoiceSection>
  );
}
