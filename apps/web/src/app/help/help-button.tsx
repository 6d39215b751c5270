import { IconHelpCircle } from "@tabler/icons-react";
import { useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import type { HelpDialog } from "#app/help/help-dialog.tsx";
import classes from "#app/help/help.module.css";
import { helpedPage } from "#app/help/page-help.ts";
import { loadPart } from "#app/load-part.ts";
import { useSession } from "#server-client/session-context.tsx";
import { IconButton } from "#ui/icon-button.tsx";

/**
 * Opens the user guide's text about the current page in a dialog.
 *
 * @param place behind the page's title, or in the row above the page on narrow screens: some pages hide their title there. One of the two is shown.
 * `only` is behind the title at every width, for an area without such a row.
 */
export function HelpButton({ place }: { place: "title" | "row" | "only" }) {
  const { reportFailure } = useSession();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const page = helpedPage(path);
  const [opened, setOpened] = useState<{ readonly Dialog: typeof HelpDialog }>();
  const open = async (): Promise<void> => {
    try {
      const { HelpDialog: Dialog } = await loadPart(() => import("#app/help/help-dialog.tsx"));
      setOpened({ Dialog });
    } catch (error) {
      await reportFailure(error);
    }
  };
  if (page === undefined) return null;
  return (
    <>
      <IconButton
        label="Help for this page"
        aria-haspopup="dialog"
        className={classes[place]}
        icon={<IconHelpCircle size={20} stroke={1.75} aria-hidden />}
        onClick={() => void open()}
      />
      {opened && <opened.Dialog page={page} onDismiss={() => setOpened(undefined)} />}
    </>
  );
}
