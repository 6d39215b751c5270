import { IconX } from "@tabler/icons-react";
import { Fragment, useId } from "react";
import { pageHelp } from "virtual:page-help";
import classes from "#app/help/help.module.css";
import type { GuideBlock, GuideLine, PageWithHelp } from "#app/help/page-help.ts";
import frame from "#ui/dialogs/dialog-frame.module.css";
import { useModalDialog } from "#ui/dialogs/use-modal-dialog.ts";
import { IconButton } from "#ui/icon-button.tsx";

/** Shows the user guide's text about a page. */
export function HelpDialog({ page, onDismiss }: { page: PageWithHelp; onDismiss: () => void }) {
  const modal = useModalDialog({ isBusy: false, onDismiss });
  const titleId = useId();
  return (
    <dialog {...modal} className={`${frame.dialog} ${classes.dialog}`} data-ground="surface" aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId} className="rb-subheading">
          Help for this page
        </h2>
        <IconButton label="Close" icon={<IconX size={20} stroke={1.75} aria-hidden />} onClick={onDismiss} />
      </div>
      <div className={classes.text}>
        {pageHelp[page].map((block, index) => (
          // The text of a page does not change while it is shown.
          <Block key={index} block={block} />
        ))}
      </div>
    </dialog>
  );
}

function Block({ block }: { block: GuideBlock }) {
  switch (block.kind) {
    case "heading":
      return <h3>{block.text}</h3>;
    case "text":
      return (
        <p>
          <Line line={block.line} />
        </p>
      );
    case "list": {
      const List = block.isNumbered ? "ol" : "ul";
      return (
        <List>
          {block.items.map((line, index) => (
            <li key={index}>
              <Line line={line} />
            </li>
          ))}
        </List>
      );
    }
    case "table":
      return (
        <table>
          <thead>
            <tr>
              {block.heads.map((line, index) => (
                <th key={index} scope="col">
                  <Line line={line} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((cells, row) => (
              <tr key={row}>
                {cells.map((line, index) => (
                  <td key={index}>
                    <Line line={line} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
  }
}

const Line = ({ line }: { line: GuideLine }) =>
  line.map(({ text, as: Mark = Fragment }, index) => <Mark key={index}>{text}</Mark>);
