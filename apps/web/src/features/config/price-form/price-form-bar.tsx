import { Button } from "@mantine/core";
import classes from "#features/config/field-options.module.css";
import { namesChanged } from "#ui/names-changed.ts";
import { useSession } from "#server-client/session-context.tsx";
import { useBottomBar } from "#ui/use-bottom-bar.ts";

/** Names the changes, with Discard and Save. Saving publishes a version of the price book. */
export function PriceFormBar({
  formId,
  isChanged,
  changedLabels,
  isRefused,
  isSaving,
  onDiscard,
}: {
  formId: string;
  isChanged: boolean;
  changedLabels: readonly string[];
  isRefused: boolean;
  isSaving: boolean;
  onDiscard: () => void;
}) {
  const { isOnline } = useSession();
  const barRef = useBottomBar();
  return (
    <div ref={barRef} className={`rb-bar ${classes.bar}`} data-ground="surface">
      <p className="rb-bar-note" data-tone={isRefused ? "bad" : undefined} role={isRefused ? "alert" : undefined}>
        {isRefused
          ? "The page has errors which must be fixed before saving"
          : isChanged
            ? `${namesChanged(changedLabels)}: not saved yet, kept on this device.${isOnline ? "" : " Saving waits for a signal."}`
            : "All changes saved"}
      </p>
      <Button size="lg" variant="secondary" disabled={!isChanged || isSaving} onClick={onDiscard}>
        Discard
      </Button>
      <Button type="submit" form={formId} size="lg" disabled={!isChanged || !isOnline} loading={isSaving}>
        Save
      </Button>
    </div>
  );
}
