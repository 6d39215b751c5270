import { IconInfoCircle } from "@tabler/icons-react";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import classes from "#features/estimate/steps/help-button.module.css";
import { sectionHelp } from "#local-data/price-book/section-help.ts";
import type { LocalSection } from "#local-data/price-book/price-book.ts";
import { useAlert } from "#ui/dialogs/use-alert.ts";
import { IconButton } from "#ui/icon-button.tsx";

/** Opens the company's help for a section in a dialog; shown in the section's header on every page (1.§2). */
export function HelpButton({ section }: { section: LocalSection }) {
  const { settings } = useOpenEstimate();
  const alert = useAlert();
  return (
    <IconButton
      label={`About ${section.title}`}
      aria-haspopup="dialog"
      className={classes.help}
      icon={<IconInfoCircle size={20} stroke={1.75} aria-hidden />}
      onClick={() => void alert({ title: section.title, message: sectionHelp(section, settings), closeText: "Close" })}
    />
  );
}

/** The same for a section known by its component: "notes-section". */
export function HelpOf({ workflowId, component }: { workflowId: number; component: string }) {
  const { workflows } = useOpenEstimate();
  const sections = workflows.find(({ id }) => id === workflowId)?.sections;
  const section = sections?.find((each) => each.component === component);
  return section ? <HelpButton section={section} /> : null;
}
