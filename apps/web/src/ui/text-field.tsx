import { TextInput } from "@mantine/core";
import type { ComponentProps } from "react";
import { FieldFrame } from "#ui/field-frame.tsx";
import type { FieldProps } from "#ui/field-props.ts";
import classes from "#ui/text-field.module.css";

export type TextFieldProps = Omit<ComponentProps<typeof TextInput>, keyof FieldProps | "description" | "withAsterisk"> &
  FieldProps & {
    /** The unit, at the right end: FT, SQ, %. */
    unit?: string;
    /** For quantities and amounts: right-aligned tabular figures and the numeric keypad. */
    numeric?: boolean;
  };

/** Words from right to left start at the right; numbers and addresses never do. A plain `dir` would apply to the frame. */
export const PROSE = { input: { dir: "auto" } };

/** One line of text. Spreads onto a native input, so `{...register("city")}` and a Controller's `field` both fit. */
export function TextField({
  error,
  hint,
  labelAction,
  unit,
  numeric = false,
  rightSection,
  className,
  ...input
}: TextFieldProps) {
  const { type = "text" } = input;
  const isProse = !numeric && (type === "text" || type === "search");
  const unitMark = unit === undefined ? undefined : <span className="rb-caption">{unit}</span>;
  return (
    <FieldFrame labelAction={labelAction}>
      <TextInput
        type="text"
        {...(isProse && { attributes: PROSE })}
        {...(numeric && { inputMode: "decimal", mod: { numeric: true } })}
        {...input}
        className={[numeric ? classes.numeric : "", className ?? ""].join(" ").trim()}
        error={error}
        withAsterisk={Boolean(error)}
        description={hint}
        rightSection={rightSection ?? unitMark}
        {...(unit !== undefined && {
          rightSectionPointerEvents: "none" as const,
          rightSectionWidth: 20 + unit.length * 9,
        })}
      />
    </FieldFrame>
  );
}
