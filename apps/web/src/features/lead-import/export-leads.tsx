import { Button } from "@mantine/core";
import { MAX_PAGE_SIZE, type Lead } from "@ridgebook/contract";
import { IconDownload } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { EXPORT_HEADS, exportRow } from "#features/lead-import/export-columns.ts";
import classes from "#features/lead-import/lead-import.module.css";
import { csvFile } from "#files/csv.ts";
import { saveFile } from "#files/save-file.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { countText } from "#ui/counted-text.ts";

/** Saves all leads of the company as CSV, with the columns that an import reads. */
export function ExportLeads() {
  const client = useClient();
  const localData = useLocalData();
  const { timeZone, isOnline, reportFailure } = useSession();
  const [done, setDone] = useState<{ count: number; total: number }>();
  const running = useRef<AbortController>(undefined);

  const save = async (): Promise<void> => {
    const stop = new AbortController();
    running.current = stop;
    setDone({ count: 0, total: 0 });
    try {
      const people = await localData.users.list();
      // By id: a lead that moves to another page meanwhile is neither missed silently nor saved twice.
      const leads = new Map<number, Lead>();
      for (let offset = 0; ; offset += MAX_PAGE_SIZE) {
        const query = { searchQuery: "", offset, limit: MAX_PAGE_SIZE, sort: "name-asc" as const };
        const page = await client.call("listLeads", { query }, { signal: stop.signal });
        for (const lead of page.data) leads.set(lead.id, lead);
        setDone({ count: leads.size, total: page.totalCount });
        if (page.data.length === 0 || offset + page.data.length >= page.totalCount) break;
      }
      const rows = [...leads.values()].map((lead) => exportRow(lead, { timeZone, people }));
      saveFile(csvFile("leads.csv", [EXPORT_HEADS, ...rows]));
    } catch (error) {
      if (!stop.signal.aborted) await reportFailure(error);
    } finally {
      setDone(undefined);
    }
  };
  if (done)
    return (
      <div className={classes.buttons}>
        <span role="status" className={classes.reason}>
          {countText(done.count)} of {countText(done.total)} leads
        </span>
        <Button variant="secondary" onClick={() => running.current?.abort()}>
          Cancel
        </Button>
      </div>
    );
  return (
    <Button
      variant="secondary"
      disabled={!isOnline}
      leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
      onClick={() => void save()}
    >
      Export leads
    </Button>
  );
}
