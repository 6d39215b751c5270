import { Button } from "@mantine/core";
import { isCompanyAdmin, MAX_TEMPLATE_NAME, templateOfEstimate } from "@ridgebook/contract";
import { IconTemplate } from "@tabler/icons-react";
import { useState } from "react";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { readName } from "#forms/read-name.ts";
import { useDialogForm } from "#forms/use-refusal.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { notices } from "#ui/notices/notices.ts";
import { selectOnEntry } from "#ui/select-on-entry.ts";
import { TextField } from "#ui/text-field.tsx";

const NO_SIGNAL = "There is no signal: a template can be saved once there is one.";

/** Saves the estimate's work and choices as a template. */
export function SaveTemplate() {
  const { estimate } = useOpenEstimate();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="tertiary"
        leftSection={<IconTemplate size={18} stroke={1.75} aria-hidden />}
        disabled={estimate.workflowIds.length === 0}
        onClick={() => setIsOpen(true)}
      >
        Save as template…
      </Button>
      {isOpen && <SaveTemplateDialog onDismiss={() => setIsOpen(false)} />}
    </>
  );
}

function SaveTemplateDialog({ onDismiss }: { onDismiss: () => void }) {
  const { estimate } = useOpenEstimate();
  const { templates } = useLocalData();
  const { user, isOnline } = useSession();
  const { errors, setErrors, isBusy, send } = useDialogForm(["name"]);
  const [name, setName] = useState(estimate.name.slice(0, MAX_TEMPLATE_NAME));
  const [withQuantities, setWithQuantities] = useState(false);
  const [isCompanyWide, setIsCompanyWide] = useState(false);

  const save = async (): Promise<void> => {
    const read = readName(name, MAX_TEMPLATE_NAME);
    if (read.error !== undefined) {
      setErrors({ name: read.error });
      return;
    }
    await send(async () => {
      const content = templateOfEstimate(estimate, { withQuantities });
      await templates.create({ name: read.name, content }, { isCompanyWide });
      notices.add({ message: `${read.name} is saved. New estimates can start from it.` });
      onDismiss();
    });
  };
  return (
    <FormDialog
      title="Save as template"
      text={
        isOnline
          ? "A template keeps the work and what was chosen for it. Prices, notes, add-on services and discounts stay here."
          : NO_SIGNAL
      }
      submitLabel="Save template"
      isBusy={isBusy}
      isBlocked={!isOnline}
      onSubmit={() => void save()}
      onDismiss={onDismiss}
    >
      <TextField
        label="Name"
        hint="What it is for: Full roof, architectural."
        value={name}
        error={errors["name"]}
        {...selectOnEntry}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setErrors({});
        }}
      />
      <CheckboxField
        label="Keep quantities"
        hint="For houses that are measured alike. Left out, each new estimate starts with the choices and is measured anew."
        checked={withQuantities}
        onChange={(event) => setWithQuantities(event.currentTarget.checked)}
      />
      {isCompanyAdmin(user) && (
        <CheckboxField
          label="For everybody in the company"
          hint="Left out, the template is yours alone."
          checked={isCompanyWide}
          onChange={(event) => setIsCompanyWide(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
