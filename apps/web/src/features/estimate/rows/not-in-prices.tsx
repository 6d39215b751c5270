import type { FieldDefinition } from "@ridgebook/estimating";
import { Link } from "@tanstack/react-router";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { estimatePath } from "#features/estimate/paths.ts";
import { NOT_IN_PRICES } from "#features/estimate/rows/disabled-reason.ts";

/**
 * Says which of the fields the estimate's price book does not have yet, with the way to newer prices. Nothing while it has them all.
 *
 * @param own the field of the row; the others are named
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
  if (isMissing(own)) return <Note text={NOT_IN_PRICES} className={className} />;
  const missing = others.filter(isMissing);
  if (missing.length === 0) return null;
  return <Note text={`${NOT_IN_PRICES}: ${missing.map(({ label }) => label).join(", ")}`} className={className} />;
}

function Note({ text, className }: { text: string; className: string | undefined }) {
  const { estimate } = useOpenEstimate();
  return (
    <p className={className}>
      {text}. <Link to={estimatePath(estimate.id)}>See newer prices</Link>
    </p>
  );
}
