import type { FieldDefinition } from "@ridgebook/estimating";
import { Link } from "@tanstack/react-router";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { estimatePath } from "#features/estimate/paths.ts";
import { NOT_IN_PRICES } from "#features/estimate/rows/disabled-reason.ts";
import { usePriceBook } from "#local-data/price-book/use-price-book.ts";

/**
 * Names the fields that are missing in the estimate's price book, and why: a newer release added them and newer prices have them, or the
 * company removed them. Renders nothing if none is missing.
 *
 * @param own the field of the row; only the others are named
 */
export function NotInPrices({
  own,
  others = [],
  className,
}: {
  own: FieldDefinition;
  others?: readonly FieldDefinition[];
  className: string | undefined;
}) {
  const { book } = useWorkflowForm();
  const isMissing = (definition: FieldDefinition): boolean => !book.has(definition);
  if (isMissing(own)) return <Note fields={[own]} text={NOT_IN_PRICES} className={className} />;
  const missing = others.filter(isMissing);
  if (missing.length === 0) return null;
  const names = missing.map(({ label }) => label).join(", ");
  return <Note fields={missing} text={`${NOT_IN_PRICES}: ${names}`} className={className} />;
}

function Note({
  fields,
  text,
  className,
}: {
  fields: readonly FieldDefinition[];
  text: string;
  className: string | undefined;
}) {
  const { estimate } = useOpenEstimate();
  const newest = usePriceBook().value;
  const hasNewer = newest && fields.some((field) => newest.entryById.has(field.id));
  return (
    <p className={className}>
      {text}.{" "}
      {hasNewer ? (
        <Link to={estimatePath(estimate.id)}>See newer prices</Link>
      ) : (
        newest && `Your company’s price book does not have ${fields.length === 1 ? "this" : "these"}.`
      )}
    </p>
  );
}
