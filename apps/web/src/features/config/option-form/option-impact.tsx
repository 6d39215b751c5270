import type { PriceBookOptionChange } from "@ridgebook/contract";
import type { OptionId } from "@ridgebook/estimating";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import {
  changedParts,
  checkOption,
  toOptionChange,
  type OptionFormValues,
} from "#features/config/option-form/option-form-values.ts";
import { PriceImpactPanel } from "#features/config/price-impact-panel.tsx";
import type { OptionFormState } from "#features/config/option-form/use-option-editing.ts";

/** Long enough that a price is typed to its end. */
const TYPED_AFTER_MS = 800;

/** What the prices as they are typed would do to open estimates, while they can be saved and differ from those in use. */
export function OptionImpact({ form, optionId }: { form: OptionFormState; optionId: string }) {
  const values = useWatch({ control: form.control }) as OptionFormValues;
  const { variants } = changedParts(values);
  const isSound = variants !== undefined && checkOption(values).length === 0;
  const typed = isSound ? JSON.stringify(toOptionChange(values.opened.version, { variants })) : undefined;
  const [asked, setAsked] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), TYPED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  if (asked === undefined || typed === undefined) return null;
  return (
    <PriceImpactPanel
      change={{ kind: "option", id: optionId as OptionId, option: JSON.parse(asked) as PriceBookOptionChange }}
    />
  );
}
