import { summaryKey, type EstimateCopy } from "@ridgebook/contract";
import { useEffect, useState } from "react";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { useFormDraft } from "#features/estimate/steps/use-form-draft.ts";
import { useFirstRead } from "#local-data/first-reads.tsx";
import { useAddressOfCopy } from "#features/estimate/use-address-of-copy.ts";

type Opening = { readonly key: string } & ({ readonly form: WorkflowForm } | { readonly error: unknown });

/**
 * The open form of a workflow copy; undefined while its draft is read, when the page shows a skeleton. From then on every edit is stored on
 * the device. Throws, for the page's error boundary, if the form cannot be opened.
 */
export function useOpenForm(copy: EstimateCopy): WorkflowForm | undefined {
  const { estimate, openForm } = useOpenEstimate();
  const { workflowId, workflowEstimateId } = copy;
  const key = summaryKey(copy);
  const [opening, setOpening] = useState<Opening>();
  useAddressOfCopy(copy);

  useEffect(() => {
    let isOvertaken = false;
    openForm({ workflowId, workflowEstimateId }).then(
      (form) => {
        if (!isOvertaken) setOpening({ key, form });
      },
      (error: unknown) => {
        if (!isOvertaken) setOpening({ key, error });
      },
    );
    return () => {
      isOvertaken = true;
    };
  }, [openForm, key, workflowId, workflowEstimateId]);

  const own = opening?.key === key ? opening : undefined;
  const form = own && "form" in own ? own.form : undefined;
  useFirstRead(own === undefined);
  useFormDraft(form, estimate.id);
  // Rethrown unchanged, because the boundary distinguishes problems from defects.
  if (own && "error" in own) throw own.error;
  return form;
}
