import { estimateRecord } from "@ridgebook/contract";
import type { KeyboardEvent } from "react";
import type { PaymentAmountEntry } from "#features/estimate/summary/use-payment-amount.ts";
import { selectOnEntry } from "#ui/select-on-entry.ts";
import { TextField } from "#ui/text-field.tsx";

/** A dollar amount that saves itself; Escape restores the saved amount. */
export function AmountField({ entry }: { entry: PaymentAmountEntry }) {
  const handleKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === "Enter") {
      entry.commit();
      event.currentTarget.select();
    }
    if (event.key === "Escape") entry.giveUp();
  };
  return (
    <TextField
      label={estimateRecord.labels[entry.member]}
      numeric
      autoComplete="off"
      value={entry.text}
      error={entry.error}
      onChange={(event) => entry.type(event.currentTarget.value)}
      onKeyDown={handleKey}
      {...selectOnEntry}
      onFocus={(event) => {
        entry.begin();
        selectOnEntry.onFocus(event);
      }}
      onBlur={entry.leave}
    />
  );
}
