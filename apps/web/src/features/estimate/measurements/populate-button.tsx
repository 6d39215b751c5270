import { Button } from "@mantine/core";
import { MEASURED_WORKFLOWS } from "@ridgebook/estimating";
import { IconRuler2 } from "@tabler/icons-react";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { sectionOf } from "#features/estimate/steps/section-fields.ts";

/** Whether a step offers to take measurements: the Details steps, if the company has enabled it (SET-13, OP-54). */
export function useOffersPopulate(sectionId: number): boolean {
  const { settings } = useOpenEstimate();
  const { component, workflowId } = sectionOf(sectionId);
  return settings.showMeasurmentPopulate && component.endsWith("-details") && MEASURED_WORKFLOWS.has(workflowId);
}

export function PopulateButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="secondary" leftSection={<IconRuler2 size={18} stroke={1.75} aria-hidden />} onClick={onClick}>
      Populate from measurements
    </Button>
  );
}
