import {
  copiesOnPaper,
  laborParts,
  type ExtraCost,
  type FinalLaborBillChoices,
  type LaborBillChoices,
  type LaborPart,
} from "@ridgebook/documents";
import { Button } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { memo, useCallback, useMemo } from "react";
import { ChoiceSection } from "#features/documents/choices/choice-section.tsx";
import type { ChoicesProps } from "#features/documents/choices/choices-props.ts";
import classes from "#features/documents/choices/choices.module.css";
import { NumberEntry } from "#features/documents/choices/number-entry.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { TextField } from "#ui/text-field.tsx";

type Bill = LaborBillChoices | FinalLaborBillChoices;

const plus = <IconPlus size={18} stroke={1.75} aria-hidden />;

/** The payee, the work done, and extras. */
export function LaborFields(props: ChoicesProps<Bill>) {
  const { choices, change, errorOf, onProblem } = props;
  return (
    <>
      <ChoiceSection title="Pay to">
        <TextField
          id="payee"
          label="Crew or company"
          value={choices.payee}
          maxLength={200}
          onChange={(event) => change({ payee: event.currentTarget.value })}
        />
      </ChoiceSection>
      <DoneWork {...props} />
      <Costs
        title="Further costs"
        addLabel="Add a cost"
        prefix="extra"
        hint="A negative amount takes something back."
        costs={choices.extraCosts}
        onCosts={(extraCosts) => change({ extraCosts })}
        errorOf={errorOf}
        onProblem={onProblem}
      />
      {choices.kind === "finalLaborBill" && (
        <Costs
          title="Paid before"
          addLabel="Add a payment"
          prefix="paid"
          costs={choices.paid}
          onCosts={(paid) => change({ paid } as Partial<Bill>)}
          errorOf={errorOf}
          onProblem={onProblem}
        />
      )}
    </>
  );
}

/** The actual quantity of each kind of work; empty means as estimated. */
function DoneWork({ choices, change, source, errorOf, onProblem }: ChoicesProps<Bill>) {
  const { copies, quantities } = choices;
  const groups = useMemo(
    () =>
      copiesOnPaper(source, copies)
        .map(({ key, title, lines }) => ({ key, title, parts: laborParts(lines) }))
        .filter(({ parts }) => parts.length > 0),
    [source, copies],
  );
  const setQuantity = useCallback(
    (itemId: number, quantity: number | null) => {
      const { [String(itemId)]: _former, ...others } = quantities;
      change({ quantities: quantity === null ? others : { ...others, [String(itemId)]: quantity } });
    },
    [change, quantities],
  );
  return (
    <ChoiceSection title="Work done" hint="What is left empty counts as estimated.">
      <div id="quantities" tabIndex={-1}>
        {groups.length === 0 && <p className={`rb-hint ${classes.hint}`}>The chosen work has no labor to pay.</p>}
        {groups.map(({ key, title, parts }) => (
          <fieldset key={key} className={classes.group}>
            <legend>{title}</legend>
            {parts.map((part) => (
              <DoneLine
                key={part.itemId}
                part={part}
                done={quantities[String(part.itemId)] ?? null}
                onQuantity={setQuantity}
                onProblem={onProblem}
              />
            ))}
          </fieldset>
        ))}
        {errorOf("quantities") && <p className={classes.error}>{errorOf("quantities")}</p>}
      </div>
    </ChoiceSection>
  );
}

const DoneLine = memo(function DoneLine({
  part: { itemId, label, choice, estimated, unit },
  done,
  onQuantity,
  onProblem,
}: {
  part: LaborPart;
  done: number | null;
  onQuantity: (itemId: number, quantity: number | null) => void;
  onProblem: (field: string, message: string | undefined) => void;
}) {
  return (
    <div className={classes.done}>
      <div>
        {label}
        {choice !== "" && <span className={classes.quiet}> · {choice}</span>}
        <div className="rb-caption">
          Estimated {estimated} {unit}
        </div>
      </div>
      <NumberEntry
        id={`done${String(itemId)}`}
        label={`Done of ${label}`}
        isLabelHidden
        unit={unit}
        value={done}
        onValue={(quantity) => onQuantity(itemId, quantity)}
        onProblem={onProblem}
      />
    </div>
  );
});

function Costs({
  title,
  hint,
  addLabel,
  prefix,
  costs,
  onCosts,
  errorOf,
  onProblem,
}: {
  title: string;
  hint?: string;
  addLabel: string;
  /** Prefix of the fields' ids. */
  prefix: string;
  costs: readonly ExtraCost[];
  onCosts: (costs: readonly ExtraCost[]) => void;
} & Pick<ChoicesProps, "errorOf" | "onProblem">) {
  const set = (index: number, changed: Partial<ExtraCost>): void =>
    onCosts(costs.map((each, at) => (at === index ? { ...each, ...changed } : each)));
  return (
    <ChoiceSection title={title} hint={hint}>
      {costs.map(({ label, amount }, index) => (
        <div key={index} className={classes.cost}>
          <TextField
            id={`${prefix}${String(index)}`}
            label="What for"
            value={label}
            maxLength={200}
            error={errorOf(`${prefix}${String(index)}`)}
            onChange={(event) => set(index, { label: event.currentTarget.value })}
          />
          <NumberEntry
            id={`${prefix}Amount${String(index)}`}
            label="Amount"
            unit="$"
            value={amount}
            error={errorOf(`${prefix}Amount${String(index)}`)}
            onValue={(value) => set(index, { amount: value ?? 0 })}
            onProblem={onProblem}
          />
          <IconButton
            label={`Remove ${label || "this line"}`}
            icon={<IconX size={18} stroke={1.75} aria-hidden />}
            onClick={() => {
              onProblem(`${prefix}Amount${String(index)}`, undefined);
              onCosts(costs.filter((_, at) => at !== index));
            }}
          />
        </div>
      ))}
      <div>
        <Button variant="secondary" leftSection={plus} onClick={() => onCosts([...costs, { label: "", amount: 0 }])}>
          {addLabel}
        </Button>
      </div>
    </ChoiceSection>
  );
}
