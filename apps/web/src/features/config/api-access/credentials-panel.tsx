import { Button } from "@mantine/core";
import { Problem, type Credential } from "@ridgebook/contract";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import classes from "#features/config/api-access/api-access.module.css";
import { copyText } from "#ui/copy-text.ts";
import { CredentialDialog } from "#features/config/api-access/credential-dialog.tsx";
import { useFirstRead } from "#local-data/first-reads.tsx";
import { useAttempt } from "#forms/use-attempt.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { notices } from "#ui/notices/notices.ts";
import { Panel } from "#ui/panel.tsx";
import { RowList, RowListItem } from "#ui/row-list.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";

/** Credentials of other services (OP-59). A secret is fetched when the user asks to see it. */
export function CredentialsPanel() {
  const client = useClient();
  const { companyId, isOnline } = useSession();
  const [edited, setEdited] = useState<Credential | "new">();
  const credentials = useQuery({
    queryKey: ["credentials", companyId],
    queryFn: ({ signal }) => client.call("listCredentials", { query: {} }, { signal }),
  });
  useFirstRead(credentials.isLoading);
  const reload = async (): Promise<void> => {
    await credentials.refetch();
  };
  const add = (): void => setEdited("new");
  const addButton = (
    <Button
      variant="secondary"
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      disabled={!isOnline}
      onClick={add}
    >
      Add credential
    </Button>
  );
  return (
    <Panel title="Credentials" padding="none" actions={credentials.isSuccess && addButton}>
      {credentials.isPending && <SkeletonRows rows={2} label="Loading credentials" />}
      {credentials.isError && <LoadFailure what="The credentials" onRetry={() => void credentials.refetch()} />}
      {credentials.data?.length === 0 && (
        <EmptyState
          title="No credentials yet"
          text="Store user names and secrets of other services here instead of in a document. Secrets are encrypted, and only admins can show them."
        />
      )}
      {credentials.data && credentials.data.length > 0 && (
        <RowList label="Credentials">
          {credentials.data.map((credential) => (
            <CredentialRow
              key={credential.id}
              credential={credential}
              onEdit={() => setEdited(credential)}
              reload={reload}
            />
          ))}
        </RowList>
      )}
      {edited !== undefined && (
        <CredentialDialog
          {...(edited !== "new" && { credential: edited })}
          onSaved={() => {
            setEdited(undefined);
            void reload();
          }}
          onDismiss={() => setEdited(undefined)}
        />
      )}
    </Panel>
  );
}

function CredentialRow({
  credential: { id, name, userName },
  onEdit,
  reload,
}: {
  credential: Credential;
  onEdit: () => void;
  reload: () => Promise<void>;
}) {
  const client = useClient();
  const { isOnline } = useSession();
  const confirm = useConfirm();
  const [secret, setSecret] = useState<string>();
  const { isBusy, attempt } = useAttempt({ onSettled: reload });

  const show = () =>
    attempt(async () => {
      const found = await client.call("getCredential", { params: { id: String(id) }, query: { decrypt: "true" } });
      setSecret(found.secret ?? "");
    });
  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Delete ${name}?`,
      message: "Its secret cannot be brought back.",
      confirmText: "Delete credential",
      kind: "error",
    });
    if (!isSure) return;
    await attempt(async () => {
      try {
        await client.call("deleteCredential", { params: { id: String(id) } });
      } catch (error) {
        // Another user deleted it already, so the request is fulfilled.
        if (!(error instanceof Problem && error.code === "notFound")) throw error;
      }
      notices.add({ message: `${name} is deleted` });
    });
  };

  const isDisabled = !isOnline || isBusy;
  return (
    <RowListItem
      title={name}
      lines={userName === "" ? [] : [userName]}
      actions={
        <>
          {secret === undefined ? (
            <Button
              size="sm"
              variant="secondary"
              aria-label={`Show the secret of ${name}`}
              disabled={isDisabled}
              onClick={() => void show()}
            >
              Show
            </Button>
          ) : (
            <>
              <Button
                size="sm"
                variant="secondary"
                aria-label={`Copy the secret of ${name}`}
                onClick={() => void copyText(secret, "Secret")}
              >
                Copy
              </Button>
              <Button
                size="sm"
                variant="secondary"
                aria-label={`Hide the secret of ${name}`}
                onClick={() => setSecret(undefined)}
              >
                Hide
              </Button>
            </>
          )}
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Edit ${name}`}
            disabled={isDisabled}
            onClick={() => {
              // The credential may be another one afterwards.
              setSecret(undefined);
              onEdit();
            }}
          >
            Edit
          </Button>
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Delete ${name}`}
            disabled={isDisabled}
            onClick={() => void remove()}
          >
            Delete
          </Button>
        </>
      }
    >
      {secret !== undefined && (
        <p>
          <code className={classes.code}>{secret}</code>
        </p>
      )}
    </RowListItem>
  );
}
