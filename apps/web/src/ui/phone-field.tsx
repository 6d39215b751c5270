import type { ChangeEvent } from "react";
import { caretAfterDigits, countDigits, formatPhoneText } from "#ui/phone-text.ts";
import { TextField, type TextFieldProps } from "#ui/text-field.tsx";

/**
 * A phone number that takes the shape (ddd) ddd-dddd while it is typed, pasted or filled in. The field's value is that
 * text; a value set from outside is shown as it is, so pass it through `formatPhoneText` first.
 */
export function PhoneField({ onChange, ...field }: Omit<TextFieldProps, "type" | "unit" | "numeric">) {
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const typed = input.value;
    const shaped = formatPhoneText(typed);
    if (shaped !== typed) {
      // The caret stays behind the same digit, so that the user can continue a correction in the middle.
      const digitsBeforeCaret = countDigits(typed.slice(0, input.selectionStart ?? typed.length));
      const caretAtEnd = input.selectionStart === typed.length;
      input.value = shaped;
      const caret = caretAtEnd ? shaped.length : caretAfterDigits({ text: shaped, digits: digitsBeforeCaret });
      input.setSelectionRange(caret, caret);
    }
    onChange?.(event);
  };
  return <TextField autoComplete="tel" inputMode="tel" {...field} type="tel" onChange={handleChange} />;
}
