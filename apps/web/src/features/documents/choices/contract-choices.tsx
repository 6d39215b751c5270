import { summaryKey } from "@ridgebook/contract";
import type { ContractChoices } from "@ridgebook/documents";
import { ChoiceSection } from "#features/documents/choices/choice-section.tsx";
import type { ChoicesProps } from "#features/documents/choices/choices-props.ts";
import { CheckboxField } from "#ui/checkbox-field.tsx";

/** Whether the contract shows all compared packages; nothing if the estimate compares none. */
export function PackageChoices({ choices, change, source }: ChoicesProps<ContractChoices>) {
  const chosen = new Set(choices.copies.map(summaryKey));
  const isCompared = source.estimate.comparisons.some((comparison) => chosen.has(summaryKey(comparison)));
  if (!isCompared) return null;
  return (
    <ChoiceSection title="Packages">
      <CheckboxField
        label="Show all compared packages beside each other"
        hint="Otherwise the contract describes the chosen package only."
        checked={choices.showsComparison}
        onChange={(event) => change({ showsComparison: event.currentTarget.checked })}
      />
    </ChoiceSection>
  );
}
