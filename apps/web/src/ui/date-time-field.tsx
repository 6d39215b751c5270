import { TextField, type TextFieldProps } from "#ui/text-field.tsx";

const NATIVE_TYPES = { datetime: "datetime-local", date: "date", time: "time" } as const;

/** A day, a time or both, with the browser's own picker. The value is the native text, such as `2026-05-14T09:00`; "" is none. */
export function DateTimeField({
  kind = "datetime",
  ...field
}: Omit<TextFieldProps, "type" | "unit" | "numeric" | "value"> & { kind?: keyof typeof NATIVE_TYPES; value: string }) {
  return <TextField {...field} type={NATIVE_TYPES[kind]} data-empty={field.value === "" || undefined} />;
}
