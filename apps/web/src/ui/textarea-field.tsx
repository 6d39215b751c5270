import { Textarea } from "@mantine/core";
import type { ComponentProps } from "react";
import { FieldFrame } from "#ui/field-frame.tsx";
import type { FieldProps } from "#ui/field-props.ts";
import { PROSE } from "#ui/text-field.tsx";

type TextareaFieldProps = Omit<
  ComponentProps<typeof Textarea>,
  keyof FieldProps | "description" | "withAsterisk" | "autosize"
> &
  FieldProps;

/** Several lines of text. The person can drag it taller. */
export function TextareaField({ error, hint, labelAction, ...textarea }: TextareaFieldProps) {
  return (
    <FieldFrame labelAction={labelAction}>
      <Textarea
        rows={3}
        attributes={PROSE}
        resize="vertical"
        {...textarea}
        error={error}
        withAsterisk={Boolean(error)}
        description={hint}
      />
    </FieldFrame>
  );
}
