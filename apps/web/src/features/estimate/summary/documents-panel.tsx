import { IconFileText } from "@tabler/icons-react";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import classes from "#features/estimate/summary/documents-panel.module.css";
import { listDocuments } from "#features/estimate/summary/estimate-documents.ts";
import { formatChanged } from "#features/estimate/summary/moment-text.ts";
import { useNow } from "#features/estimate/summary/use-now.ts";
import { useSession } from "#server-client/session-context.tsx";
import { Panel } from "#ui/panel.tsx";

/** What was made of the estimate (EST-26). */
export function DocumentsPanel() {
  const { estimate } = useOpenEstimate();
  const { timeZone } = useSession();
  const now = useNow();
  const documents = listDocuments(estimate.documents);
  return (
    <Panel title="Documents">
      {documents.length === 0 ? (
        <p className={classes.empty}>No documents yet.</p>
      ) : (
        <ul className={classes.list}>
          {documents.map(({ id, name, createdTime }) => (
            <li key={id}>
              <IconFileText size={18} stroke={1.75} aria-hidden />
              <div>
                <div>{name}</div>
                {createdTime !== undefined && (
                  <div className="rb-caption">{formatChanged({ time: createdTime, timeZone, now })}</div>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
