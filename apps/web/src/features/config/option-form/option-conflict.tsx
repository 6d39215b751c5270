import { descriptionToHtml } from "@ridgebook/contract";
import { parseRichText, plainText } from "@ridgebook/documents/rich-text";
import type { Conversions } from "@ridgebook/estimating";
import { OPTION_PART_LABELS } from "#features/config/option-form/option-form-values.ts";
import { OptionPicture } from "#features/config/option-picture.tsx";
import { PricesValue } from "#features/config/price-form/prices-value.tsx";
import { TwoVersions, type ConflictChoice, type TwoVersionsDetails } from "#features/config/two-versions.tsx";
import classes from "#features/config/two-versions.module.css";

const LABELS: Readonly<Partial<Record<string, string>>> = OPTION_PART_LABELS;

/** Two people changed the same parts of an option. */
export function OptionConflict(props: {
  conflict: TwoVersionsDetails;
  isSaving: boolean;
  onResolve: (choices: Record<string, ConflictChoice>) => void;
}) {
  return (
    <TwoVersions
      {...props}
      labelOf={(part) => LABELS[part] ?? part}
      show={(part, value) => <PartValue part={part} value={value} />}
    />
  );
}

/** A part's value as text. */
function PartValue({ part, value }: { part: string; value: unknown }) {
  if (part === "imageUrl" && typeof value === "string") return <OptionPicture url={value} size={64} />;
  if (part === "conversions") {
    const { recommendedConversion1, recommendedConversion2, recommendedConversion3 } = value as Conversions;
    return <>{[recommendedConversion1, recommendedConversion2, recommendedConversion3].join(", ")}</>;
  }
  if (part === "variants") return <PricesValue value={value} />;
  if (part === "description" && typeof value === "string")
    return <span className={classes.lines}>{plainText(parseRichText(descriptionToHtml(value)))}</span>;
  return <>{typeof value === "string" ? value : JSON.stringify(value)}</>;
}
