import { Button } from "@mantine/core";
import { formatDate, type TwoStepState } from "@ridgebook/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useLayoutEffect, useRef, useState } from "react";
import { BackupCodes } from "#features/account/backup-codes.tsx";
import pageClasses from "#features/account/framed-page.module.css";
import {
  ConfirmForm,
  PasswordAndCodeForm,
  PasswordForm,
  type BegunTwoStep,
} from "#features/account/two-step-forms.tsx";
import classes from "#features/account/two-step.module.css";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { countedText } from "#ui/counted-text.ts";
import { LoadFailure } from "#ui/load-failure.tsx";
import { notices } from "#ui/notices/notices.ts";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { Tag } from "#ui/tag.tsx";

const QUERY_KEY = ["two-step"];

/** The panel's state, or one step of changing it. */
type Stage =
  | { readonly kind: "overview" | "password" | "turnOff" | "renew" }
  | { readonly kind: "confirm"; readonly begun: BegunTwoStep }
  | { readonly kind: "codes"; readonly codes: readonly string[] };
const OVERVIEW: Stage = { kind: "overview" };

/** The user's own two-step sign-in: set up, new backup codes, turn off. */
export function TwoStepPanel() {
  const client = useClient();
  const state = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => client.call("getTwoStep", {}, { signal }),
  });
  return (
    <Panel title="Two-step sign-in">
      {state.isPending && <SkeletonRows rows={2} />}
      {state.isError && !state.data && <LoadFailure what="Two-step sign-in" onRetry={() => void state.refetch()} />}
      {state.data && <Stages state={state.data} />}
    </Panel>
  );
}

function Stages({ state }: { state: TwoStepState }) {
  const client = useClient();
  const queryClient = useQueryClient();
  const [stage, setStage] = useState(OVERVIEW);
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(stage.kind);
  useLayoutEffect(() => {
    // The pressed control was removed: the next step's first control gets the focus.
    if (shown.current !== stage.kind) top.current?.querySelector<HTMLElement>("input, [data-first]")?.focus();
    shown.current = stage.kind;
  }, [stage.kind]);

  const reload = (): Promise<void> => queryClient.invalidateQueries({ queryKey: QUERY_KEY });
  const cancel = (): void => setStage(OVERVIEW);
  const begin = async (currentPassword: string): Promise<void> =>
    setStage({ kind: "confirm", begun: await client.call("beginTwoStep", { body: { currentPassword } }) });
  const confirm = async (code: string): Promise<void> => {
    const { backupCodes: codes } = await client.call("confirmTwoStep", { body: { code } });
    setStage({ kind: "codes", codes });
    await reload();
  };
  const renew = async (body: { currentPassword: string; code: string }): Promise<void> => {
    const { backupCodes: codes } = await client.call("renewBackupCodes", { body });
    setStage({ kind: "codes", codes });
    await reload();
  };
  const turnOff = async (body: { currentPassword: string; code: string }): Promise<void> => {
    await client.call("turnOffTwoStep", { body });
    await reload();
    notices.add({ message: "Two-step sign-in is off" });
    setStage(OVERVIEW);
  };

  return (
    <div ref={top}>
      {stage.kind === "overview" && (
        <Overview
          state={state}
          onSetUp={() => setStage({ kind: "password" })}
          onRenew={() => setStage({ kind: "renew" })}
          onTurnOff={() => setStage({ kind: "turnOff" })}
        />
      )}
      {stage.kind === "password" && <PasswordForm onPassword={begin} onCancel={cancel} />}
      {stage.kind === "confirm" && <ConfirmForm begun={stage.begun} onCode={confirm} onCancel={cancel} />}
      {stage.kind === "codes" && <BackupCodes codes={stage.codes} onDone={cancel} />}
      {stage.kind === "renew" && (
        <PasswordAndCodeForm
          text="You get ten new backup codes. The ones that you have stop working."
          label="Make new codes"
          onSubmit={renew}
          onCancel={cancel}
        />
      )}
      {stage.kind === "turnOff" && (
        <PasswordAndCodeForm
          text="After this you log in with your password alone. Your backup codes stop working."
          label="Turn off"
          isDanger
          onSubmit={turnOff}
          onCancel={cancel}
        />
      )}
    </div>
  );
}

function Overview({
  state: { isOn, sinceTime, backupCodesLeft },
  onSetUp,
  onRenew,
  onTurnOff,
}: {
  state: TwoStepState;
  onSetUp: () => void;
  onRenew: () => void;
  onTurnOff: () => void;
}) {
  const { user, timeZone } = useSession();
  const { history } = useRouter();
  if (!isOn)
    return (
      <div className={pageClasses.form}>
        <p className={classes.intro}>
          When you log in, Ridgebook asks for your password and a code from an app on your phone. Somebody who learns
          your password cannot log in with it alone. Devices where you are logged in stay so.
        </p>
        <div className={pageClasses.actions}>
          <Button data-first variant="secondary" onClick={onSetUp}>
            Set up
          </Button>
        </div>
      </div>
    );
  const since = formatDate({ time: sinceTime ?? 0, timeZone });
  return (
    <div className={pageClasses.form}>
      <p className={`rb-row ${classes.state}`}>
        <Tag tone="ok">On</Tag>
        <span>Since {since}</span>
        {backupCodesLeft <= 2 ? (
          <Tag tone="warn">{countedText(backupCodesLeft, "backup code")} left</Tag>
        ) : (
          <span className="rb-caption">{backupCodesLeft} backup codes left</span>
        )}
      </p>
      <div className={pageClasses.actions}>
        {/* A user without a company may have come here because the company requires it. */}
        {user?.companyId === null && !user.isSuperAdmin && (
          <Button onClick={() => history.push("/")}>Continue to your company</Button>
        )}
        <Button data-first variant="secondary" onClick={onRenew}>
          New backup codes
        </Button>
        <Button variant="secondary" onClick={onTurnOff}>
          Turn off
        </Button>
      </div>
    </div>
  );
}
