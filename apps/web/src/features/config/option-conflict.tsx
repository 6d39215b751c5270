import { Button } from "@mantine/core";
import type { FieldConflict } from "@ridgebook/contract";
import type { Conversions, UnitAmounts } from "@ridgebook/estimating";
import { IconGitCompare } from "@tabler/icons-react";
import { useId, useState, type ReactNode } from "react";
import tables from "#features/config/config.module.css";
import { amountText, momentText } from "#features/config/config-texts.ts";
import classes from "#features/config/option-conflict.module.css";
import { OptionPicture } from "#features/config/option-picture.tsx";
import { useSession } from "#server-client/session-context.tsx";

export interface OptionConflictDetails {
  readonly conflicts: readonly FieldConflict[];
  readonly changedBy: string | undefined;
  readonly changedTime: string | undefined;
}

export type ConflictChoice = "mine" | "theirs";

const LABELS: Record<string, string> = {
  value: "Text",
  imageUrl: "Picture",
  description: "Description",
  conversions: "Conversions",
  variants: "Costs and prices",
};

/** Two people changed the same parts of an option: part by part, side by side, one of the two stays. Mine at first. */
export function OptionConflict({
  conflict: { conflicts, changedBy, changedTime },
  isSaving,
  onResolve,
}: {
  conflict: OptionConflictDetails;
  isSaving: boolean;
  onResolve: (choices: Record<string, ConflictChoice>) => void;
}) {
  const { timeZone } = useSession();
  const [choices, setChoices] = useState<Record<string, ConflictChoice>>({});
  const who = changedBy ?? "Somebody else";
  return (
    <section className={classes.conflict} aria-label="Two versions" data-ground="surface">
      <div role="alert" className={`${tables.banner} ${classes.head}`} data-tone="warn">
        <IconGitCompare size={20} stroke={1.75} aria-hidden />
        <p>
          <strong>Not saved.</strong> {who} changed the same parts
          {changedTime === undefined ? "" : ` on ${momentText({ time: changedTime, timeZone })}`}. Choose what stays;
          everything else is kept from both.
        </p>
      </div>
      {conflicts.map(({ field, mine, theirs }) => (
        <ConflictPart
          key={field}
          label={LABELS[field] ?? field}
          who={who}
          mine={<PartValue part={field} value={mine} />}
          theirs={<PartValue part={field} value={theirs} />}
          choice={choices[field] ?? "mine"}
          onChoose={(choice) => setChoices((before) => ({ ...before, [field]: choice }))}
        />
      ))}
      <div className={classes.actions}>
        <Button
          loading={isSaving}
          onClick={() => onResolve(Object.fromEntries(conflicts.map(({ field }) => [field, choices[field] ?? "mine"])))}
        >
          Keep this choice
        </Button>
      </div>
    </section>
  );
}

function ConflictPart({
  label,
  who,
  mine,
  theirs,
  choice,
  onChoose,
}: {
  label: string;
  who: string;
  mine: ReactNode;
  theirs: ReactNode;
  choice: ConflictChoice;
  onChoose: (choice: ConflictChoice) => void;
}) {
  const name = useId();
  const radio = (value: ConflictChoice, whose: string, shown: ReactNode) => (
    <label className={classes.version} data-chosen={choice === value || undefined}>
      <input type="radio" name={name} checked={choice === value} onChange={() => onChoose(value)} />
      <span>
        <span className={classes.whose}>{whose}</span>
        {shown}
      </span>
    </label>
  );
  return (
    <div className={classes.part} role="radiogroup" aria-label={label}>
      <span className={classes.label}>{label}</span>
      {radio("mine", "Yours", mine)}
      {radio("theirs", who, theirs)}
    </div>
  );
}

/** A part as a person reads it. */
function PartValue({ part, value }: { part: string; value: unknown }) {
  if (value === null || value === undefined || value === "") return <span className={tables.nothing}>–</span>;
  if (part === "imageUrl" && typeof value === "string") return <OptionPicture url={value} size={64} />;
  if (part === "conversions") {
    const { recommendedConversion1, recommendedConversion2, recommendedConversion3 } = value as Conversions;
    return <>{[recommendedConversion1, recommendedConversion2, recommendedConversion3].join(", ")}</>;
  }
  if (part === "variants") {
    const variants = value as readonly (UnitAmounts & { id: number; tiers?: readonly UnitAmounts[] })[];
    if (variants.length === 0) return <>No price of its own</>;
    return (
      <>
        {variants.map((variant) => (
          <span key={variant.id} className={classes.prices}>
            {(variant.tiers ?? [variant]).map((amounts, index) => (
              <span key={index}>
                Material {amountText(amounts.materialCost)} cost, {amountText(amounts.materialPrice)} price; labor{" "}
                {amountText(amounts.laborCost)} cost, {amountText(amounts.laborPrice)} price
              </span>
            ))}
          </span>
        ))}
      </>
    );
  }
  return <>{typeof value === "string" ? value : JSON.stringify(value)}</>;
}
