import { Button } from "@mantine/core";
import { formatDateTime, COMPANY_EXPORT_KEPT_DAYS, type Company, type CompanyExport } from "@ridgebook/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import classes from "#features/admin/admin.module.css";
import { storageText } from "#features/admin/storage-text.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { countText } from "#ui/counted-text.ts";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { Tag } from "#ui/tag.tsx";

const LOOK_AGAIN_MS = 1_000;

const isUnderWay = ({ state }: CompanyExport): boolean => state === "waiting" || state === "writing";

/** Has a company's records and files written into an archive, shows the progress, and offers it for download. */
export function ExportCompanyDialog({ company, onDismiss }: { company: Company; onDismiss: () => void }) {
  const client = useClient();
  const queryClient = useQueryClient();
  const { reportFailure } = useSession();
  const params = { id: String(company.id) };
  const queryKey = ["admin", "exports", company.id];
  const exports = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call("listCompanyExports", { params }, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? LOOK_AGAIN_MS : false),
  });
  const reload = () => queryClient.invalidateQueries({ queryKey });
  const begin = useMutation({
    mutationFn: () => client.call("createCompanyExport", { params }),
    onSuccess: reload,
    onError: (error) => reportFailure(error),
  });
  const remove = useMutation({
    mutationFn: (exportId: string) => client.call("deleteCompanyExport", { params: { ...params, exportId } }),
    onSuccess: reload,
    onError: (error) => reportFailure(error),
  });
  const busyWith = exports.data?.find(isUnderWay);
  return (
    <FormDialog
      title={`Export ${company.name}`}
      text={`One archive with its records and files, to be imported into another installation. It holds no passwords and no secrets. It can be downloaded for ${String(COMPANY_EXPORT_KEPT_DAYS)} days.`}
      submitLabel="Start an export"
      cancelLabel="Close"
      isBusy={begin.isPending}
      isBlocked={busyWith !== undefined || exports.data === undefined}
      isWide
      onSubmit={() => begin.mutate()}
      onDismiss={onDismiss}
    >
      {exports.isError && (
        <p role="alert" className={classes.quiet}>
          The exports could not be loaded.{" "}
          <Button variant="secondary" onClick={() => void exports.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {exports.data?.length === 0 && <p className={classes.quiet}>No archive yet.</p>}
      {exports.data && exports.data.length > 0 && (
        <ul className={`rb-list ${classes.exports}`} aria-label="Exports">
          {exports.data.map((each) => (
            <ExportRow
              key={each.id}
              companyExport={each}
              companyName={company.name}
              isRemoving={remove.isPending && remove.variables === each.id}
              onRemove={() => remove.mutate(each.id)}
            />
          ))}
        </ul>
      )}
    </FormDialog>
  );
}

function ExportRow({
  companyExport,
  companyName,
  isRemoving,
  onRemove,
}: {
  companyExport: CompanyExport;
  companyName: string;
  isRemoving: boolean;
  onRemove: () => void;
}) {
  const { timeZone } = useSession();
  const { state, createdTime, companyId, id } = companyExport;
  const time = formatDateTime({ time: createdTime, timeZone });
  const confirm = useConfirm();
  const remove = async (): Promise<void> => {
    // A running export is canceled at once. When it is finished, the same button would delete it, so a late press must not count.
    const isSure =
      state !== "done" ||
      (await confirm({
        title: `Delete the export of ${time}?`,
        message: `The archive of ${companyName} can no longer be downloaded then.`,
        confirmText: "Delete export",
        kind: "warning",
      }));
    if (isSure) onRemove();
  };
  return (
    <li className={`rb-row ${classes.export}`}>
      <div className={classes.exportText}>
        <strong>{time}</strong>
        <ExportState companyExport={companyExport} />
      </div>
      <div className={classes.exportActions}>
        {state === "done" && (
          <Button
            component="a"
            size="sm"
            variant="outline"
            href={`/api/companies/${String(companyId)}/exports/${id}`}
            download
            aria-label={`Download the archive of ${companyName} of ${time}`}
          >
            Download
          </Button>
        )}
        <Button
          size="sm"
          variant="secondary"
          loading={isRemoving}
          aria-label={isUnderWay(companyExport) ? `Cancel the export of ${time}` : `Delete the export of ${time}`}
          onClick={() => void remove()}
        >
          {isUnderWay(companyExport) ? "Cancel" : "Delete"}
        </Button>
      </div>
    </li>
  );
}

function ExportState({ companyExport }: { companyExport: CompanyExport }) {
  const { state, isDiskFull, doneCount, totalCount, size, missingCount } = companyExport;
  if (isDiskFull)
    return <Tag tone="warn">Failed: the server’s disk is full. Make room there, then start another one.</Tag>;
  if (state === "failed") return <Tag tone="warn">Failed. Start another one, and see the server’s log.</Tag>;
  if (state === "done")
    return (
      <span className={classes.quiet}>
        {storageText(size)}
        {missingCount > 0 && `, ${countText(missingCount)} files are missing in the file store`}
      </span>
    );
  const isCounted = totalCount > 0;
  return (
    <>
      <progress
        className={classes.progress}
        aria-label="Export"
        {...(isCounted ? { max: totalCount, value: doneCount } : {})}
      />
      <span role="status" className={classes.quiet}>
        {isCounted ? `${countText(doneCount)} of ${countText(totalCount)} tables and files` : "Reading the records"}
      </span>
    </>
  );
}
