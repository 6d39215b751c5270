import { Button } from "@mantine/core";
import {
  EXAMPLE_JOB,
  FINANCING_MONTHS,
  marginLabel,
  planExample,
  refusedLabel,
  cashDiscountPercent,
  type FeeBearer,
} from "@ridgebook/contract";
import { formatMoney } from "@ridgebook/documents";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import {
  changeKind,
  changeMonths,
  changePlan,
  markUsual,
  equalPaymentsLabel,
  KIND_LABELS,
  toOfferSettings,
  typedMember,
  type EditedOffers,
  type EditedPlan,
  type EditedPlans,
  type ShownPlan,
} from "#features/config/payment-options/edited-plans.ts";
import classes from "#features/config/payment-options/payment-options.module.css";
import { LineSettings } from "#features/config/settings-form/setting-fields.tsx";
import type { SettingsForm } from "#features/config/settings-form/use-settings-form.ts";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";

const KINDS = (["zeroInterest", "reducedRate"] as const).map((value) => ({ value, label: KIND_LABELS[value] }));
const BEARERS: readonly { value: FeeBearer; label: string }[] = [
  { value: "company", label: "Company" },
  { value: "homeowner", label: "Homeowner" },
];
// The note above it explains the rate.
const FINANCING_RATE = [{ name: "contractFinancingApr", label: "Yearly rate", unit: "%" }] as const;

/** The fields of one plan, and its result on the example job. */
export function PlanEditor({
  form,
  labelFieldId,
  shown,
  offers,
  place,
  count,
  onChange,
  onChosen,
  onMove,
  onRemove,
}: {
  form: SettingsForm;
  labelFieldId: string;
  shown: ShownPlan;
  offers: EditedOffers;
  place: number;
  count: number;
  onChange: (plans: EditedPlans) => void;
  /** Changing the kind changes the plan's identity. */
  onChosen: (plan: EditedPlan) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}) {
  const { plan, offer, label, problems, kindFeePercent, isUndecided } = shown;
  const { entry, kind } = plan;
  const isFinancing = kind === "financing";
  const settings = toOfferSettings(offers);
  const cashDiscount = cashDiscountPercent(settings);
  const refused = offer?.isOffered ? refusedLabel(settings, offer) : undefined;
  const change = (members: Record<string, unknown>): void => onChange(changePlan(offers, plan, members));
  const problemOf = (member: string): string | undefined => problems.find((problem) => problem.startsWith(member));
  const bearer = entry["feeBorneBy"];
  const hasFee = entry["feePercent"] !== undefined && entry["feePercent"] !== 0;
  return (
    <>
      <div className={classes.editorHead}>
        <h3 className={`rb-subheading ${classes.editorTitle}`}>{label}</h3>
        <IconButton
          id="plan-up"
          label="Move up"
          icon={<IconArrowUp size={18} stroke={1.75} aria-hidden />}
          aria-disabled={place === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          id="plan-down"
          label="Move down"
          icon={<IconArrowDown size={18} stroke={1.75} aria-hidden />}
          aria-disabled={place === count - 1}
          onClick={() => onMove(1)}
        />
        {!isFinancing && (
          <Button variant="danger-text" onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
      <div className={classes.editorColumns}>
        <div className="rb-stack">
          <div>
            <TextField
              id={labelFieldId}
              label="Label"
              value={typeof entry["label"] === "string" ? entry["label"] : ""}
              placeholder={label}
              error={refused ?? problemOf("Label")}
              autoComplete="off"
              onChange={(event) => {
                const typed = event.currentTarget.value;
                change({ label: typed.trim() === "" ? undefined : typed });
              }}
            />
            {refused !== undefined && offer && (
              <Button variant="tertiary" onClick={() => change({ label: equalPaymentsLabel(offer.term.months) })}>
                Use “{equalPaymentsLabel(offer.term.months)}”
              </Button>
            )}
          </div>
          {isFinancing ? (
            <p className="rb-hint">
              Financing runs over {FINANCING_MONTHS} months and can’t be removed. With a rate of 0 it is not offered.
            </p>
          ) : (
            <SelectField
              label="Kind"
              options={KINDS}
              value={kind}
              onChange={(event) => {
                const chosen = KINDS.find(({ value }) => value === event.currentTarget.value)?.value;
                if (chosen === undefined || chosen === kind) return;
                const changed = changeKind(offers, plan, chosen);
                onChange(changed.plans);
                onChosen(changed.plan);
              }}
            />
          )}
          <div className={classes.numbers}>
            {isFinancing ? (
              <LineSettings form={form} settings={FINANCING_RATE} />
            ) : (
              <>
                <NumberField
                  label="Months"
                  value={entry["months"]}
                  error={problemOf("Months")}
                  onChange={(months) => onChange(changeMonths(offers, plan, months ?? ""))}
                />
                {(kind === "reducedRate" || (entry["ratePercent"] ?? 0) !== 0) && (
                  <NumberField
                    label="Yearly rate"
                    unit="%"
                    value={entry["ratePercent"]}
                    error={problemOf("Yearly rate")}
                    onChange={(ratePercent) => change({ ratePercent })}
                  />
                )}
              </>
            )}
            <NumberField
              label="Lender’s fee"
              unit="%"
              value={entry["feePercent"]}
              error={problemOf("Lender’s fee")}
              hint={kindFeePercent === 0 ? undefined : `And ${String(kindFeePercent)} % for all plans of this kind`}
              onChange={(feePercent) => change({ feePercent })}
            />
          </div>
          {(hasFee || kindFeePercent !== 0) && (
            <fieldset className={classes.bearers}>
              <legend>Who bears the fee</legend>
              {BEARERS.map(({ value, label: name }) => (
                <label key={value} className={classes.bearer}>
                  <input
                    type="radio"
                    name="feeBorneBy"
                    checked={bearer === value}
                    onChange={() => change({ feeBorneBy: value })}
                  />
                  {name}
                </label>
              ))}
              <p className={isUndecided ? classes.warning : "rb-hint"}>
                {isUndecided
                  ? "Decide who bears the fee. Until then it is added to the homeowner’s price, as before."
                  : bearer === "company"
                    ? "The homeowner’s price does not change."
                    : "The fee is added to the homeowner’s price."}
              </p>
            </fieldset>
          )}
          <CheckboxField
            label="Usual plan"
            hint="Until a way to pay is chosen, monthly payments are those of this plan. Without a usual plan, they are those of the first one offered."
            checked={entry["isUsual"] === true}
            onChange={(event) => onChange(markUsual(offers, plan, event.currentTarget.checked))}
          />
          {cashDiscount > 0 && (
            <CheckboxField
              label={`Gives the ${String(cashDiscount)} % cash discount too`}
              hint="A discount that only cash gets is part of the finance charge."
              checked={entry["givesCashDiscount"] === true}
              onChange={(event) => change({ givesCashDiscount: event.currentTarget.checked || undefined })}
            />
          )}
        </div>
        <Example shown={shown} offers={offers} />
      </div>
    </>
  );
}

/** A number that is kept as text while it is unparsed. */
function NumberField({
  label,
  unit,
  value,
  error,
  hint,
  onChange,
}: {
  label: string;
  unit?: string;
  value: unknown;
  error: string | undefined;
  hint?: string | undefined;
  onChange: (value: number | string | undefined) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const stored = typeof value === "number" || typeof value === "string" ? String(value) : "";
  // "6." is on its way to "6.99": keep the typed text while it equals the stored value.
  const text = typed !== undefined && String(typedMember(typed) ?? "") === stored ? typed : stored;
  return (
    <TextField
      numeric
      label={label}
      value={text}
      error={error}
      hint={hint}
      autoComplete="off"
      {...(unit !== undefined && { unit })}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(typedMember(event.currentTarget.value));
      }}
    />
  );
}

function Example({ shown: { offer }, offers }: { shown: ShownPlan; offers: EditedOffers }) {
  if (!offer)
    return (
      <div className={classes.example}>
        <h4 className={`rb-group ${classes.exampleTitle}`}>Example</h4>
        <p className="rb-hint">Shown when the plan has its numbers.</p>
      </div>
    );
  const { term, feeBorneBy, dealerFeePercent } = offer;
  const example = planExample(toOfferSettings(offers), offer);
  const { monthlyPayment, lastPayment, totalOfPayments } = example;
  const interest = totalOfPayments - example.price;
  const isFeeAdded = feeBorneBy !== "company" && example.dealerFee !== 0;
  return (
    <div className={classes.example}>
      <h4 className={`rb-group ${classes.exampleTitle}`}>
        On a {formatMoney(EXAMPLE_JOB).replace(".00", "")} job, nothing down
      </h4>
      <dl className={classes.tape}>
        <Line label="Monthly payment" isLarge>
          {formatMoney(monthlyPayment)}
        </Line>
        <Line label="Payments">
          {lastPayment === monthlyPayment
            ? `${String(term.months)} × ${formatMoney(monthlyPayment)}`
            : `${String(term.months - 1)} × ${formatMoney(monthlyPayment)}, last ${formatMoney(lastPayment)}`}
        </Line>
        <Line label="Price in cash">{formatMoney(example.cashPrice)}</Line>
        {example.discountNotGiven > 0 && (
          <Line label="+ Cash discount not given">{formatMoney(example.discountNotGiven)}</Line>
        )}
        {isFeeAdded && (
          <Line label={`+ Lender’s fee, ${String(dealerFeePercent)} %`}>{formatMoney(example.dealerFee)}</Line>
        )}
        {interest >= 0.005 && <Line label="+ Interest">{formatMoney(interest)}</Line>}
        <Line label="Total of payments" isSum>
          {formatMoney(totalOfPayments)}
        </Line>
        <Line label="Amount financed">{formatMoney(example.amountFinanced)}</Line>
        <Line label="Finance charge">{formatMoney(example.financeCharge)}</Line>
        <Line label="APR" isLarge>
          {`${example.aprPercent.toFixed(2)} %`}
        </Line>
      </dl>
      {feeBorneBy === "company" && example.dealerFee !== 0 && (
        <p className="rb-hint">
          Out of your margin: {formatMoney(example.dealerFee)}. Estimates subtract it in “
          {marginLabel({ lenderFee: example.dealerFee })}”.
        </p>
      )}
    </div>
  );
}

function Line({
  label,
  isLarge = false,
  isSum = false,
  children,
}: {
  label: string;
  isLarge?: boolean;
  isSum?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={classes.line} data-large={isLarge || undefined} data-sum={isSum || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
