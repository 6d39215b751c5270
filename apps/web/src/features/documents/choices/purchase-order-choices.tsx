import { isLocalId, Problem } from "@ridgebook/contract";
import { boughtParts, copiesOnPaper, type BoughtPart, type PurchaseOrderChoices } from "@ridgebook/documents";
import { useQuery } from "@tanstack/react-query";
import { memo, useCallback, useId, useMemo } from "react";
import { ChoiceSection } from "#features/documents/choices/choice-section.tsx";
import type { ChoicesProps } from "#features/documents/choices/choices-props.ts";
import classes from "#features/documents/choices/choices.module.css";
import { NumberEntry } from "#features/documents/choices/number-entry.tsx";
import { useDocumentWork } from "#features/documents/document-work.tsx";
import { useSyncStatus } from "#local-data/local-data-context.tsx";
import { useClient } from "#server-client/client-context.tsx";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { DateTimeField } from "#ui/date-time-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { TextareaField } from "#ui/textarea-field.tsx";

/** Number, supplier, delivery and tax of an order, and the lines that are not ordered (DOC-07). */
export function PurchaseOrderFields(props: ChoicesProps<PurchaseOrderChoices>) {
  const { choices, change, errorOf, onProblem } = props;
  const { supplier, delivery } = choices;
  return (
    <>
      <OrderNumber {...props} />
      <ChoiceSection title="Supplier">
        <TextField
          id="supplier"
          label="Name"
          value={supplier.name}
          maxLength={200}
          onChange={(event) => change({ supplier: { ...supplier, name: event.currentTarget.value } })}
        />
        <TextareaField
          id="supplierLines"
          label="Address and contact"
          hint="A line each, as it is printed."
          value={supplier.lines.join("\n")}
          onChange={(event) => change({ supplier: { ...supplier, lines: event.currentTarget.value.split("\n") } })}
        />
      </ChoiceSection>
      <ChoiceSection title="Delivery">
        <div className={classes.two}>
          <DateTimeField
            kind="date"
            id="deliveryDate"
            label="Deliver on"
            value={delivery.date ?? ""}
            error={errorOf("deliveryDate")}
            onChange={(event) => change({ delivery: { ...delivery, date: event.currentTarget.value || null } })}
          />
          <TextField
            id="deliveryNote"
            label="Where and how"
            value={delivery.note}
            maxLength={300}
            onChange={(event) => change({ delivery: { ...delivery, note: event.currentTarget.value } })}
          />
          <NumberEntry
            id="salesTax"
            label="Sales tax"
            unit="%"
            value={choices.salesTaxPercent}
            error={errorOf("salesTax")}
            onValue={(percent) => change({ salesTaxPercent: percent ?? 0 })}
            onProblem={onProblem}
          />
        </div>
      </ChoiceSection>
      <OrderedLines {...props} />
    </>
  );
}

/** Number and project type, with the server's suggestions while online. */
function OrderNumber({ choices, change }: ChoicesProps<PurchaseOrderChoices>) {
  const client = useClient();
  const { estimate } = useDocumentWork();
  const { online } = useSyncStatus("online");
  const listId = useId();
  const { leadId } = estimate;
  const suggestions = useQuery({
    queryKey: ["purchase-order-suggestions", leadId],
    queryFn: ({ signal }) =>
      client.call("listPurchaseOrderSuggestions", { params: { id: String(leadId) } }, { signal }),
    enabled: online && !isLocalId(leadId),
    retry: false,
    gcTime: 0,
  });
  const offered = suggestions.data ?? [];
  const hint =
    offered.length > 0
      ? "Suggestions open below the field."
      : !online || isLocalId(leadId)
        ? "Suggestions come with a signal. Left empty, the document's own number stands."
        : suggestions.error
          ? `${suggestions.error instanceof Problem ? suggestions.error.message : "No suggestions."} Any number can be entered.`
          : "Left empty, the document's own number stands.";
  return (
    <ChoiceSection title="Order">
      <div className={classes.two}>
        <TextField
          id="poNumber"
          label="Purchase order number"
          value={choices.poNumber}
          maxLength={100}
          list={listId}
          hint={hint}
          autoComplete="off"
          onChange={(event) => {
            const poNumber = event.currentTarget.value;
            const found = offered.find((each) => each.poNumber === poNumber);
            change({ poNumber, ...(found && found.projectType !== "" && { projectType: found.projectType }) });
          }}
        />
        <TextField
          id="projectType"
          label="Project type"
          value={choices.projectType}
          maxLength={100}
          onChange={(event) => change({ projectType: event.currentTarget.value })}
        />
      </div>
      <datalist id={listId}>
        {offered.map(({ poNumber, projectType }) => (
          <option key={`${poNumber} ${projectType}`} value={poNumber}>
            {projectType}
          </option>
        ))}
      </datalist>
    </ChoiceSection>
  );
}

/** Every line that would be ordered, checked by default. */
function OrderedLines({ choices, change, source }: ChoicesProps<PurchaseOrderChoices>) {
  const { copies, leftOutItemIds } = choices;
  const groups = useMemo(
    () =>
      copiesOnPaper(source, copies)
        .map(({ key, title, lines }) => ({ key, title, parts: boughtParts(lines) }))
        .filter(({ parts }) => parts.length > 0),
    [source, copies],
  );
  const leftOut = useMemo(() => new Set(leftOutItemIds), [leftOutItemIds]);
  const toggle = useCallback(
    (itemId: number, isOrdered: boolean) =>
      change({
        leftOutItemIds: isOrdered ? leftOutItemIds.filter((id) => id !== itemId) : [...leftOutItemIds, itemId],
      }),
    [change, leftOutItemIds],
  );
  if (groups.length === 0)
    return (
      <ChoiceSection title="Lines">
        <p className={`rb-hint ${classes.hint}`}>The chosen work has no material to order.</p>
      </ChoiceSection>
    );
  return (
    <ChoiceSection title="Lines" hint="Lines that are not checked are left out of the order.">
      {groups.map(({ key, title, parts }) => (
        <fieldset key={key} className={classes.group}>
          <legend>{title}</legend>
          {parts.map((part) => (
            <OrderedLine key={part.itemId} part={part} isOrdered={!leftOut.has(part.itemId)} onToggle={toggle} />
          ))}
        </fieldset>
      ))}
    </ChoiceSection>
  );
}

const OrderedLine = memo(function OrderedLine({
  part: { itemId, label, choice, quantity, unit },
  isOrdered,
  onToggle,
}: {
  part: BoughtPart;
  isOrdered: boolean;
  onToggle: (itemId: number, isOrdered: boolean) => void;
}) {
  return (
    <CheckboxField
      label={
        <>
          {label}
          <span className={classes.quiet}>
            {[choice, `${String(quantity)} ${unit}`.trim()].filter(Boolean).map((text) => ` · ${text}`)}
          </span>
        </>
      }
      checked={isOrdered}
      onChange={(event) => onToggle(itemId, event.currentTarget.checked)}
    />
  );
});
