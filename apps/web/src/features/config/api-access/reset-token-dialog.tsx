import { MAX_FORMER_TOKEN_DAYS } from "@ridgebook/contract";
import { useState } from "react";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { SelectField } from "#ui/select-field.tsx";

const DAYS = Array.from({ length: MAX_FORMER_TOKEN_DAYS }, (_, index) => index + 1);

/** Asks when the current token should end, because systems use it. */
export function ResetTokenDialog({
  isBusy,
  onSubmit,
  onDismiss,
}: {
  isBusy: boolean;
  /** Undefined: at once. */
  onSubmit: (keepFormerDays: number | undefined) => void;
  onDismiss: () => void;
}) {
  const [days, setDays] = useState("");
  return (
    <FormDialog
      title="Reset the token?"
      text="You get a new token. Systems that use the present one need the new one."
      submitLabel="Reset token"
      isBusy={isBusy}
      onSubmit={() => onSubmit(days === "" ? undefined : Number(days))}
      onDismiss={onDismiss}
    >
      <SelectField
        label="The present token"
        emptyLabel="Ends at once"
        hint="If it may be in the wrong hands, end it at once."
        value={days}
        options={DAYS.map((day) => ({
          value: String(day),
          label: day === 1 ? "Works for 1 more day" : `Works for ${String(day)} more days`,
        }))}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
