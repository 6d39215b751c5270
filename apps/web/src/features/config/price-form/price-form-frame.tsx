import { useId, useState, type ReactNode } from "react";
import { FormProvider, type FieldValues, type UseFormReturn } from "react-hook-form";
import classes from "#features/config/field-options.module.css";
import { PriceFormBar } from "#features/config/price-form/price-form-bar.tsx";
import { RestoredBanner } from "#features/config/restored-banner.tsx";
import type { ConflictChoice, TwoVersionsDetails } from "#features/config/two-versions.tsx";

/** The form element around the panels of an option or a field: the banner of a restored draft, a conflict, and the bar with Save. */
export function PriceFormFrame<Values extends FieldValues>({
  priceForm: { form, isChanged, conflict, isSaving, save, resolveConflict, discard, changedLabels, isRefused },
  isRestored,
  renderConflict,
  children,
}: {
  /** The result of `usePriceForm`. */
  priceForm: {
    form: UseFormReturn<Values>;
    isChanged: boolean;
    changedLabels: readonly string[];
    isRefused: boolean;
    isSaving: boolean;
    conflict: TwoVersionsDetails | undefined;
    save: (event: React.SyntheticEvent) => Promise<void>;
    resolveConflict: (choices: Record<string, ConflictChoice>) => Promise<void>;
    discard: () => void;
  };
  /** Whether the form was opened with a draft from a closed tab. */
  isRestored: boolean;
  renderConflict: (props: {
    conflict: TwoVersionsDetails;
    isSaving: boolean;
    onResolve: (choices: Record<string, ConflictChoice>) => void;
  }) => ReactNode;
  children: ReactNode;
}) {
  const [isUntouched, setIsUntouched] = useState(isRestored);
  const formId = useId();
  return (
    <FormProvider {...form}>
      <form
        id={formId}
        className={`rb-stack ${classes.form}`}
        noValidate
        onInput={() => setIsUntouched(false)}
        onSubmit={(event) => void save(event)}
      >
        {isChanged && isUntouched && <RestoredBanner />}
        {conflict && renderConflict({ conflict, isSaving, onResolve: (choices) => void resolveConflict(choices) })}
        {children}
      </form>
      <PriceFormBar
        formId={formId}
        isChanged={isChanged}
        changedLabels={changedLabels}
        isRefused={isRefused}
        isSaving={isSaving}
        onDiscard={discard}
      />
    </FormProvider>
  );
}
