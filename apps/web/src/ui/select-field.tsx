import { NativeSelect } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { FieldFrame } from "#ui/field-frame.tsx";
import type { FieldProps } from "#ui/field-props.ts";
import { isolatedNode } from "#ui/isolated-node.ts";

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

type SelectFieldProps = Omit<
  ComponentProps<typeof NativeSelect>,
  keyof FieldProps | "description" | "withAsterisk" | "data" | "children"
> &
  FieldProps & {
    options: readonly SelectOption[];
    /** Text of a first option with the value "", such as "Choose". Without it there is no empty option. */
    emptyLabel?: string;
  };

/** One choice from a list, with the browser's own select: light in long forms, and the device's picker on a phone. */
export function SelectField({ error, hint, labelAction, options, emptyLabel, ...select }: SelectFieldProps) {
  return (
    <FieldFrame labelAction={labelAction}>
      <NativeSelect
        rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
        rightSectionWidth={36}
        {...select}
        label={isolatedNode(select.label)}
        error={error}
        withAsterisk={Boolean(error)}
        description={isolatedNode(hint)}
      >
        {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    </FieldFrame>
  );
}
