import { Button } from "@mantine/core";
import { MAX_ITEM_TEXT } from "@ridgebook/contract";
import { useState } from "react";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { HelpOf } from "#features/estimate/steps/help-button.tsx";
import { useSaveForm } from "#features/estimate/steps/use-save-form.ts";
import classes from "#features/estimate/summary/closing-sections.module.css";
import { NOTES_ID } from "#features/estimate/summary/row-parts.tsx";
import { useHashFocus } from "#features/estimate/summary/use-hash-focus.ts";
import { Panel } from "#ui/panel.tsx";
import { TextareaField } from "#ui/textarea-field.tsx";

/** The property of field x.998 of every workflow. */
export const NOTES = "notes";
const PROPERTIES = [NOTES] as const;

/** Notes of one copy, saved as the item of field x.998 (EST-35). Every keystroke is stored on the device until they are saved. */
export function NotesSection({ title }: { title: string }) {
  const form = useWorkflowForm();
  const line = useFormValue(({ values }) => values[NOTES]?.[0]);
  const problem = useFormValue(({ problems }) => problems.find(({ lineId }) => lineId === line?.id)?.text);
  const isChanged = useFormValue((_snapshot, opened) => opened.isChanged(PROPERTIES));
  const save = useSaveForm();
  const [isSaving, setIsSaving] = useState(false);
  const element = useHashFocus(NOTES_ID);

  const handleSave = async (): Promise<void> => {
    setIsSaving(true);
    try {
      await save(PROPERTIES, { tells: true });
    } finally {
      setIsSaving(false);
    }
  };
  const text = line?.value ?? "";
  return (
    <div id={NOTES_ID} ref={element} className={classes.section} data-on-paper={text === "" ? "no" : undefined}>
      <Panel title="Notes" actions={<HelpOf workflowId={form.copy.workflowId} component="notes-section" />}>
        <p className={classes.printed} data-on-paper="only">
          {text}
        </p>
        <div data-on-paper="no">
          <TextareaField
            aria-label={`Notes of ${title}`}
            rows={5}
            maxLength={MAX_ITEM_TEXT}
            error={problem}
            value={text}
            onChange={(event) =>
              form.setValue({ outer: [], property: NOTES, lineId: line?.id ?? null }, event.currentTarget.value)
            }
          />
        </div>
        <div className={classes.bar} data-on-paper="no">
          <span className={`rb-hint ${classes.state}`}>
            {isChanged ? "Not saved yet, kept on this device" : "Nothing to save"}
          </span>
          <Button
            variant="tertiary"
            disabled={!isChanged || isSaving}
            onClick={() => {
              form.discard(PROPERTIES);
            }}
          >
            Undo
          </Button>
          <Button variant="secondary" disabled={!isChanged} loading={isSaving} onClick={() => void handleSave()}>
            Save
          </Button>
        </div>
      </Panel>
    </div>
  );
}
