import type { ChangeOrderChoices, ContractChoices } from "@ridgebook/documents";
import { ChoiceSection } from "#features/documents/choices/choice-section.tsx";
import type { ChoicesProps } from "#features/documents/choices/choices-props.ts";
import classes from "#features/documents/choices/choices.module.css";
import { TextField } from "#ui/text-field.tsx";

const OWNERS = ["First owner", "Second owner"] as const;

/** The homeowners who sign: one or two. */
export function PeopleChoices({ choices, change, errorOf }: ChoicesProps<ContractChoices | ChangeOrderChoices>) {
  const names = choices.customerNames;
  const setName = (index: number, name: string): void => {
    const next = [names[0] ?? "", names[1] ?? ""];
    next[index] = name;
    // An empty second line is dropped; the first stays.
    change({ customerNames: next[1] === "" ? next.slice(0, 1) : next });
  };
  return (
    <ChoiceSection title="Who signs">
      <div className={classes.two}>
        {OWNERS.map((label, index) => (
          <TextField
            key={label}
            id={`customer${String(index + 1)}`}
            label={label}
            value={names[index] ?? ""}
            error={errorOf(`customer${String(index + 1)}`)}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setName(index, event.currentTarget.value)}
          />
        ))}
      </div>
    </ChoiceSection>
  );
}
