import type { DocumentChoices, DocumentSource } from "@ridgebook/documents";
import { memo } from "react";
import { AdditionalCostChoices } from "#features/documents/choices/change-order-choices.tsx";
import { PackageChoices } from "#features/documents/choices/contract-choices.tsx";
import { GeneralChoices } from "#features/documents/choices/general-choices.tsx";
import { LaborFields } from "#features/documents/choices/labor-choices.tsx";
import { PeopleChoices } from "#features/documents/choices/people-choices.tsx";
import { PhotoChoices } from "#features/documents/choices/photo-choices.tsx";
import { PrintedAsChoices } from "#features/documents/choices/printed-as-choices.tsx";
import { PurchaseOrderFields } from "#features/documents/choices/purchase-order-choices.tsx";
import { ScheduleChoices } from "#features/documents/choices/schedule-choices.tsx";
import { ScopeChoices, TextChoices } from "#features/documents/choices/text-choices.tsx";

interface FormProps {
  choices: DocumentChoices;
  source: DocumentSource;
  /** Merges members of the choices' kind; each section changes only its own. */
  change: (changed: object) => void;
  errorOf: (field: string) => string | undefined;
  onProblem: (field: string, message: string | undefined) => void;
  fileUrl: (fileId: string) => string;
  leadId: number;
}

export const ChoicesForm = memo(function ChoicesForm(props: FormProps) {
  return (
    <>
      <ChoicesOfKind {...props} />
      <PrintedAsChoices {...props} />
    </>
  );
});

function ChoicesOfKind({ choices, ...rest }: FormProps) {
  switch (choices.kind) {
    case "contract":
      return (
        <>
          <GeneralChoices choices={choices} {...rest} />
          <PeopleChoices choices={choices} {...rest} />
          <ScheduleChoices choices={choices} {...rest} />
          <PackageChoices choices={choices} {...rest} />
          <ScopeChoices choices={choices} {...rest} />
          <PhotoChoices choices={choices} {...rest} />
          <TextChoices choices={choices} {...rest} />
        </>
      );
    case "changeOrder":
      return (
        <>
          <GeneralChoices choices={choices} {...rest} />
          <PeopleChoices choices={choices} {...rest} />
          <AdditionalCostChoices choices={choices} {...rest} />
          <ScheduleChoices choices={choices} {...rest} />
          <TextChoices choices={choices} {...rest} />
        </>
      );
    case "purchaseOrder":
      return (
        <>
          <GeneralChoices choices={choices} {...rest} />
          <PurchaseOrderFields choices={choices} {...rest} />
          <TextChoices choices={choices} {...rest} />
        </>
      );
    case "workOrder":
      return (
        <>
          <GeneralChoices choices={choices} {...rest} />
          <ScheduleChoices choices={choices} {...rest} />
          <ScopeChoices choices={choices} {...rest} />
          <PhotoChoices choices={choices} {...rest} />
          <TextChoices choices={choices} {...rest} />
        </>
      );
    case "laborBill":
    case "finalLaborBill":
      return (
        <>
          <GeneralChoices choices={choices} {...rest} />
          <LaborFields choices={choices} {...rest} />
          <TextChoices choices={choices} {...rest} />
        </>
      );
    case "costEstimate":
    case "itemizedEstimate":
      return (
        <>
          <GeneralChoices choices={choices} {...rest} />
          <TextChoices choices={choices} {...rest} />
        </>
      );
  }
}
