import { Button } from "@mantine/core";
import { formatDateTime, type IntegrationAccess, type TokenAccess } from "@ridgebook/contract";
import { useRef, useState } from "react";
import classes from "#features/config/api-access/api-access.module.css";
import { ACCESS_LABELS, createdText, lastUsedText } from "#features/config/api-access/api-texts.ts";
import { ResetTokenDialog } from "#features/config/api-access/reset-token-dialog.tsx";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { notices } from "#ui/notices/notices.ts";
import { Panel } from "#ui/panel.tsx";
import { ShownOnce } from "#ui/shown-once.tsx";
import { SelectField } from "#ui/select-field.tsx";

/** The company's single token: its data, its access, and a button to replace it. */
export function TokenPanel({ access, reload }: { access: IntegrationAccess; reload: () => Promise<void> }) {
  const client = useClient();
  const { isOnline, reportFailure, timeZone } = useSession();
  const confirm = useConfirm();
  const [newToken, setNewToken] = useState<string>();
  const [isResetting, setIsResetting] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const resetButton = useRef<HTMLButtonElement>(null);
  const { token, former } = access;
  const hideNewToken = (): void => {
    setNewToken(undefined);
    // The pressed button is removed, and the focus with it.
    resetButton.current?.focus();
  };

  /** @param show the next view of this page, drawn together with the reloaded data: a page that grows twice moves away under the next press */
  const attempt = async (work: () => Promise<void>, show?: () => void): Promise<void> => {
    setIsBusy(true);
    try {
      await work();
      await reload();
      show?.();
    } catch (error) {
      await reportFailure(error);
      await reload();
    } finally {
      setIsBusy(false);
    }
  };
  const reset = (keepFormerDays: number | undefined): Promise<void> => {
    let made: string | undefined;
    return attempt(
      async () => {
        const body = keepFormerDays === undefined ? {} : { keepFormerDays };
        made = (await client.call("resetIntegrationToken", { body })).token;
      },
      () => {
        setNewToken(made);
        setIsResetting(false);
      },
    );
  };
  const end = async (): Promise<void> => {
    const isSure = await confirm({
      title: "End the token?",
      message: former
        ? "Systems that use this token or the former one are refused at once."
        : "Systems that use it are refused at once.",
      confirmText: "End token",
      kind: "error",
    });
    if (!isSure) return;
    await attempt(async () => {
      await client.call("endIntegrationToken", {});
      setNewToken(undefined);
      notices.add({ message: "The token is ended" });
    });
  };
  const choose = (chosen: TokenAccess): Promise<void> =>
    attempt(async () => {
      await client.call("updateIntegrationAccess", { body: { access: chosen } });
      notices.add({ message: chosen === "read" ? "The token may only read" : "The token may read and write" });
    });

  return (
    <Panel
      title="Integration token"
      actions={
        token && (
          <>
            <Button variant="tertiary" disabled={!isOnline || isBusy} onClick={() => void end()}>
              End token
            </Button>
            <Button
              ref={resetButton}
              variant="secondary"
              disabled={!isOnline || isBusy}
              onClick={() => setIsResetting(true)}
            >
              Reset token
            </Button>
          </>
        )
      }
    >
      <div className="rb-stack">
        {newToken !== undefined && (
          <ShownOnce
            name="Token"
            label="New token"
            hint="Copy it now: it is not shown again. Store it like a password."
            value={newToken}
            onDone={hideNewToken}
          />
        )}
        {token ? (
          <dl className={classes.facts}>
            <Fact label="Starts with" value={token.prefix} isCode />
            <Fact label="Created" value={createdText(token, timeZone)} />
            <Fact label="Last used" value={lastUsedText(token, timeZone)} />
            {former && (
              <>
                <Fact
                  label="Former token"
                  value={`${former.prefix}, works until ${formatDateTime({ time: former.endsTime, timeZone })}`}
                />
                <Fact label="Former token last used" value={lastUsedText(former, timeZone)} />
              </>
            )}
          </dl>
        ) : (
          <p>
            With a token, another system reaches your leads, estimates and documents without a person’s password. It
            never reaches settings or users.
          </p>
        )}
        <div className={classes.choice}>
          <SelectField
            label="What the token may do"
            hint="With leads, estimates and documents."
            value={access.access}
            disabled={!isOnline || isBusy}
            options={Object.entries(ACCESS_LABELS).map(([value, label]) => ({ value, label }))}
            onChange={(event) => void choose(event.currentTarget.value as TokenAccess)}
          />
        </div>
        {!token && (
          <Button
            className={classes.create}
            disabled={!isOnline}
            loading={isBusy}
            onClick={() => void reset(undefined)}
          >
            Create token
          </Button>
        )}
        <p className="rb-hint">
          The system sends it as <code className={classes.code}>Authorization: Bearer</code> and the token. Its changes
          name “API” as their author.
        </p>
      </div>
      {isResetting && (
        <ResetTokenDialog
          isBusy={isBusy}
          onSubmit={(days) => void reset(days)}
          onDismiss={() => setIsResetting(false)}
        />
      )}
    </Panel>
  );
}

function Fact({ label, value, isCode = false }: { label: string; value: string; isCode?: boolean }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd className={isCode ? classes.code : undefined}>{value}</dd>
    </div>
  );
}
