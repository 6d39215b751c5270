import { readQuantity } from "@ridgebook/contract";
import {
  fieldProblemTexts,
  quantityBounds,
  quantityOffers,
  unitMark,
  unitWord,
  type FieldDefinition,
  type FieldPlace,
  type QuantityBounds,
} from "@ridgebook/estimating";
import { memo, useMemo, useState, type KeyboardEvent } from "react";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { formatQuantity } from "#features/estimate/format.ts";
import { disabledReason } from "#features/estimate/rows/disabled-reason.ts";
import classes from "#features/estimate/rows/entry.module.css";
import { FieldError } from "#features/estimate/rows/field-error.tsx";
import { isQuantityOfChoice } from "#features/estimate/rows/field-layout.ts";
import { fieldDomId } from "#features/estimate/rows/field-place.ts";
import { moveToQuantity, QUANTITY } from "#features/estimate/rows/move-to-quantity.ts";
import { listedQuantities, quantityHint, quantityText, stepHint } from "#features/estimate/rows/quantity-text.ts";
import type { FieldReading } from "#features/estimate/rows/use-field.ts";
import { useWhyOrder, useWhyRecommended } from "#features/estimate/rows/use-why.ts";
import { selectOnEntry } from "#ui/select-on-entry.ts";

interface QuantityFieldProps {
  place: FieldPlace;
  definition: FieldDefinition;
  /** From `fieldDomId`. */
  id: string;
  name: string;
  /** Shown after the number; "" for none. */
  unit: string;
  quantity: number | null;
  problem: string;
  isDisabled: boolean;
  /** The quantity is calculated; pressing it opens the explanation. */
  isReadOnly: boolean;
}

/**
 * A quantity with its unit (3.§5 "Quantity component"): a select for up to 20 quantities, else a text field; thirds are always typed. Every
 * keystroke that makes a number is entered. Enter moves to the next quantity, Shift+Enter back.
 */
export const QuantityField = memo(function QuantityField(field: QuantityFieldProps) {
  const { book } = useWorkflowForm();
  const { quantity, isReadOnly, ...shown } = field;
  const { definition } = shown;
  const bounds = useMemo(() => quantityBounds(book, definition), [book, definition]);
  const listed = useMemo(() => listedQuantities(bounds), [bounds]);
  if (isReadOnly) return <CalculatedQuantity {...shown} quantity={quantity} />;
  if (listed) return <ListedQuantity {...shown} quantity={quantity} listed={listed} />;
  return <TypedQuantity {...shown} bounds={bounds} />;
});

/** The quantity of a line: entered, or following from the choice beside it. */
export function QuantityOfLine({
  place,
  definition,
  reading,
  name,
  unit,
}: Pick<QuantityFieldProps, "place" | "definition" | "name" | "unit"> & { reading: FieldReading }) {
  if (isQuantityOfChoice(definition)) return <FollowingQuantity name={name} unit={unit} quantity={reading.quantity} />;
  return (
    <QuantityField
      place={place}
      definition={definition}
      id={definition.dataType === "number" ? fieldDomId(place) : fieldDomId(place, "quantity")}
      name={name}
      unit={unit}
      quantity={reading.quantity}
      problem={reading.quantityProblem}
      isDisabled={reading.isDisabled}
      isReadOnly={reading.isReadOnly}
    />
  );
}

function describedBy(
  id: string,
  { problem, unit, reason, steps }: { problem: string; unit: string; reason?: string | null; steps?: string },
) {
  const ids = [unit && `${id}-unit`, reason && `${id}-reason`, problem && `${id}-error`, steps && `${id}-steps`].filter(
    Boolean,
  );
  return ids.join(" ") || undefined;
}

function handleEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  moveToQuantity(event.currentTarget, event.shiftKey ? "back" : "on");
}

/** The typed text and the quantity it was entered as. It is shown only while the form still holds that quantity. */
interface Typed {
  readonly text: string;
  readonly entered: number | null;
  /** Whether the field was left with this text: "1," then no longer counts as an unfinished "1,250", and shows an error. */
  readonly isLeft: boolean;
}

/** Selects its quantity itself, because the row around it updates only after the keystroke's frame. */
const TypedQuantity = memo(function TypedQuantity({
  place,
  definition,
  id,
  name,
  unit,
  problem,
  isDisabled,
  bounds,
}: Omit<QuantityFieldProps, "quantity" | "isReadOnly"> & { bounds: QuantityBounds }) {
  const form = useWorkflowForm();
  const [typed, setTyped] = useState<Typed | null>(() => {
    const text = form.unparsedAt(place);
    return text === undefined ? null : { text, entered: null, isLeft: true };
  });
  const quantity = useFormValue(() => form.shownQuantityAt(place), Object.is, { isAnswer: typed !== null });
  const isTyped = typed !== null && typed.entered === quantity;
  const text = isTyped ? typed.text : quantityText(quantity);
  const isUnreadable = isTyped && readQuantity(typed.text).kind === "unreadable";
  const isTold = isUnreadable && (typed.isLeft || problem !== "");
  const shownProblem = isTold ? fieldProblemTexts.unreadable(typed.text) : problem;
  // "36.1" may become "36.125", so no hint while typing.
  const steps = isTyped && !problem ? "" : stepHint(quantity, bounds);
  // Offer valid quantities for every rejected one.
  const offers = steps || shownProblem ? quantityOffers(quantity ?? null, form.boundsAt(place)) : [];
  const reason = isDisabled ? disabledReason(definition, form.book) : null;

  const handleChange = (next: string) => {
    const read = readQuantity(next);
    const entered = read.kind === "number" ? form.enteredQuantityAt(place, read.value) : null;
    // Once shown, an error stays until it is fixed.
    setTyped({ text: next, entered, isLeft: isUnreadable && typed.isLeft });
    form.type(() => {
      form.setQuantity(place, entered);
      form.setUnparsed(place, read.kind === "unreadable" ? next : null);
    });
  };
  // "1." becomes 1; text that is not a number stays.
  const handleBlur = () => {
    setTyped(isUnreadable ? { ...typed, isLeft: true } : null);
  };

  return (
    <div className={classes.quantity}>
      <label className={classes.box} data-bad={shownProblem ? true : undefined} data-disabled={isDisabled || undefined}>
        <input
          {...QUANTITY}
          id={id}
          className={classes.number}
          type="text"
          inputMode="decimal"
          enterKeyHint="next"
          autoComplete="off"
          placeholder={quantityHint(quantity)}
          value={text}
          aria-label={name}
          aria-invalid={shownProblem ? true : undefined}
          aria-describedby={describedBy(id, { problem: shownProblem, unit, reason, steps })}
          disabled={isDisabled}
          title={reason ?? undefined}
          onChange={(event) => handleChange(event.target.value)}
          {...selectOnEntry}
          onBlur={handleBlur}
          onKeyDown={handleEnter}
        />
        <UnitMark id={id} unit={unit} quantity={quantity} />
      </label>
      {reason !== null && (
        <span id={`${id}-reason`} hidden>
          {reason}
        </span>
      )}
      <FieldError id={id} text={shownProblem} />
      {steps && (
        <p id={`${id}-steps`} className={classes.steps}>
          {steps}
        </p>
      )}
      {offers.length > 0 && (
        <OfferedQuantities
          offers={offers}
          name={name}
          onTake={(offer) => {
            setTyped(null);
            form.setUnparsed(place, null);
            form.setQuantity(place, offer);
          }}
        />
      )}
    </div>
  );
});

function OfferedQuantities({
  offers,
  name,
  onTake,
}: {
  offers: readonly number[];
  name: string;
  onTake: (offer: number) => void;
}) {
  return (
    <div className={classes.offers}>
      {offers.map((offer) => (
        <button
          key={offer}
          type="button"
          className={classes.offer}
          aria-label={`Use ${formatQuantity(offer)} for ${name}`}
          onClick={() => onTake(offer)}
        >
          Use {formatQuantity(offer)}
        </button>
      ))}
    </div>
  );
}

function ListedQuantity({
  place,
  definition,
  id,
  name,
  unit,
  quantity,
  problem,
  isDisabled,
  listed,
}: Omit<QuantityFieldProps, "isReadOnly"> & { listed: readonly number[] }) {
  const form = useWorkflowForm();
  const reason = isDisabled ? disabledReason(definition, form.book) : null;
  const isListed = quantity !== null && listed.includes(quantity);
  const hint = useFormValue(() => quantityHint(form.shownQuantityAt(place)));
  return (
    <div className={classes.quantity}>
      <label className={classes.box} data-bad={problem ? true : undefined} data-disabled={isDisabled || undefined}>
        <select
          {...QUANTITY}
          id={id}
          className={classes.listed}
          data-empty={!quantity || undefined}
          value={quantity ?? ""}
          aria-label={name}
          aria-invalid={problem ? true : undefined}
          aria-describedby={describedBy(id, { problem, unit, reason })}
          disabled={isDisabled}
          title={reason ?? undefined}
          onChange={(event) => form.setQuantity(place, event.target.value === "" ? null : Number(event.target.value))}
          onKeyDown={handleEnter}
        >
          {quantity === null && <option value="">{hint}</option>}
          {quantity !== null && !isListed && <option value={quantity}>{formatQuantity(quantity)}</option>}
          {listed.map((each) => (
            <option key={each} value={each}>
              {formatQuantity(each)}
            </option>
          ))}
        </select>
        <UnitMark id={id} unit={unit} quantity={quantity} />
      </label>
      {reason !== null && (
        <span id={`${id}-reason`} hidden>
          {reason}
        </span>
      )}
      <FieldError id={id} text={problem} />
    </div>
  );
}

/** A calculated quantity. Pressing it opens the explanation. */
function CalculatedQuantity({ place, id, name, unit, quantity, problem }: Omit<QuantityFieldProps, "isReadOnly">) {
  const askWhy = useWhyRecommended({ place, name, unit, recommended: quantity ?? 0, isInUse: true });
  return (
    <div className={classes.quantity}>
      <button
        type="button"
        id={id}
        className={classes.calculated}
        data-on-paper="yes"
        aria-label={`${name}: ${`${formatQuantity(quantity ?? 0)} ${unitMark(unit, quantity ?? 0)}`.trim()}, calculated. Why?`}
        onClick={askWhy}
      >
        <span className={classes.calculatedNumber} data-empty={!quantity || undefined}>
          {formatQuantity(quantity ?? 0)}
        </span>{" "}
        <UnitMark id={id} unit={unit} quantity={quantity} />
      </button>
      <OrderHint place={place} name={name} />
      <FieldError id={id} text={problem} />
    </div>
  );
}

/** "80 bundles to order": whole pieces for a quantity in squares. Pressing it opens the explanation. */
function OrderHint({ place, name }: { place: FieldPlace; name: string }) {
  const text = useFormValue((_snapshot, form) => {
    const order = form.orderAt(place);
    return order && `${formatQuantity(order.quantity)} ${unitWord(order.unit, order.quantity)} to order`;
  });
  const askWhy = useWhyOrder({ place, name });
  if (!text) return null;
  return (
    <button type="button" className={classes.order} aria-label={`${name}: ${text}. Why?`} onClick={askWhy}>
      {text}
    </button>
  );
}

function FollowingQuantity({ name, unit, quantity }: { name: string; unit: string; quantity: number | null }) {
  return (
    <div className={classes.quantity}>
      <output className={classes.calculated} aria-label={name}>
        <span className={classes.calculatedNumber} data-empty={!quantity || undefined}>
          {formatQuantity(quantity ?? 0)}
        </span>{" "}
        {unit && <span className={classes.unit}>{unitMark(unit, quantity ?? 0)}</span>}
      </output>
    </div>
  );
}

function UnitMark({ id, unit, quantity }: { id: string; unit: string; quantity: number | null | undefined }) {
  if (!unit) return null;
  return (
    <span id={`${id}-unit`} className={classes.unit}>
      {unitMark(unit, quantity ?? 0)}
    </span>
  );
}
