import { countHelp, type HelpTexts, type HelpWorkflow } from "#features/config/section-help/help-texts.ts";
import classes from "#features/config/section-help/section-help.module.css";
import { settingFieldId } from "#features/config/settings-form/setting-fields.tsx";
import { CheckboxField } from "#ui/checkbox-field.tsx";

/** The number of sections without a text, and a filter for them. */
export function HelpOverview({
  workflows,
  texts,
  isFiltered,
  hasShown,
  onFilter,
}: {
  workflows: readonly HelpWorkflow[];
  texts: HelpTexts;
  isFiltered: boolean;
  hasShown: boolean;
  onFilter: (isFiltered: boolean) => void;
}) {
  const { total, without } = countHelp(workflows, texts);
  return (
    // The list of errors links to this field, which names the text.
    <div id={settingFieldId("sectionsInfo")} tabIndex={-1} className={classes.overview}>
      <p className={classes.explanation}>
        The info button in a section’s head shows its text. A section without one asks the salesperson to contact you.
      </p>
      <p role="status" className={classes.count}>
        {without === 0
          ? `All ${String(total)} sections have a text`
          : `${String(without)} of ${String(total)} without a text`}
      </p>
      <CheckboxField
        label="Show only those without a text"
        checked={isFiltered}
        onChange={(event) => onFilter(event.currentTarget.checked)}
      />
      {!hasShown && <p className={classes.explanation}>Every section has a text.</p>}
    </div>
  );
}
