import { descriptionToHtml } from "@ridgebook/contract";
import { reduceHtml } from "@ridgebook/documents/rich-text";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { editedDescription, type OptionFormValues } from "#features/config/option-form/option-form-values.ts";
import { RichTextEditor } from "#ui/rich-text-editor/rich-text-editor.tsx";

/** Formatted text with headings, as cards show it. The stored text is rewritten only when the user changes it. */
export function DescriptionField({ form }: { form: UseFormReturn<OptionFormValues> }) {
  const description = useWatch({ control: form.control, name: "description" });
  return (
    <RichTextEditor
      mode="email"
      label="Description"
      hint="Shown on the cards of packages that are compared, also in the homeowner view."
      value={descriptionToHtml(description)}
      error={form.formState.errors.description?.message}
      reduceHtml={reduceHtml}
      onChange={(html) =>
        form.setValue("description", editedDescription(html, form.getValues("opened")), {
          shouldDirty: true,
          shouldValidate: form.formState.isSubmitted,
        })
      }
    />
  );
}
