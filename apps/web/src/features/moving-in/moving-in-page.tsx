import { Button } from "@mantine/core";
import type { MovingIn } from "@ridgebook/contract";
import { IconCheck, IconCloudOff } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { movingInItems, nextText, progressText, type MovingInItem } from "#features/moving-in/moving-in-items.ts";
import classes from "#features/moving-in/moving-in.module.css";
import { useMovingIn } from "#features/moving-in/use-moving-in.ts";
import { useAttempt } from "#forms/use-attempt.ts";
import { useSession } from "#server-client/session-context.tsx";
import { LinksBanner } from "#server-client/links-banner.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { notices } from "#ui/notices/notices.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { TextButton } from "#ui/text-button.tsx";

/** The steps between an empty company and its first signed contract, in any order (MOVE-01 to MOVE-08). */
export function MovingInPage() {
  const { isOnline } = useSession();
  const { facts, isError, refetch, hide } = useMovingIn();
  const items = facts && movingInItems(facts);
  return (
    <div className={classes.page} data-ground="canvas">
      <PageHeader
        title="Up to the first contract"
        note={items && !facts.hasSignedDocument ? progressText(items) : undefined}
        actions={
          <Button variant="secondary" renderRoot={(button) => <Link to="/estimator/leads" {...button} />}>
            Leads
          </Button>
        }
      />
      {items && !facts.hasSignedDocument && <LinksBanner className={classes.banner} />}
      {(!isOnline || isError) && facts && <LastKnownBanner onRetry={() => void refetch()} />}
      <div className={classes.column}>
        {!facts && !isError && isOnline && (
          <Panel as="div">
            <SkeletonRows rows={7} label="Loading the list" />
          </Panel>
        )}
        {!facts && (isError || !isOnline) && <Unreachable onRetry={() => void refetch()} />}
        {facts?.hasSignedDocument === true && <SignedState />}
        {items && !facts.hasSignedDocument && (
          <>
            <Panel as="div" padding="none">
              <ol className={classes.items}>
                {items.map((item, index) => (
                  <Item key={item.title} item={item} place={index + 1} />
                ))}
              </ol>
            </Panel>
            <Foot facts={facts} items={items} onHide={hide} />
          </>
        )}
      </div>
    </div>
  );
}

function Item({ item: { title, isDone, line, links }, place }: { item: MovingInItem; place: number }) {
  return (
    <li className={classes.item} data-done={isDone || undefined}>
      <span className={classes.mark} aria-hidden>
        {isDone ? <IconCheck size={20} stroke={1.75} /> : place}
      </span>
      <div className={classes.text}>
        <h2 className={`rb-group ${classes.title}`}>
          {title}
          <span className="rb-visually-hidden">{isDone ? ", done" : ", not done"}</span>
        </h2>
        <p className={`rb-hint ${classes.line}`}>{line}</p>
      </div>
      <div className={classes.links}>
        {links.map(({ text, path, id, hash, search }) => (
          <Link
            key={text}
            to={path}
            {...(id !== undefined && { params: { id } })}
            {...(hash !== undefined && { hash })}
            {...(search !== undefined && { search })}
            className="rb-action-link"
          >
            {text}
            <span className="rb-visually-hidden">: {title}</span>
          </Link>
        ))}
      </div>
    </li>
  );
}

/** The next task, and how to hide the list. */
function Foot({
  facts,
  items,
  onHide,
}: {
  facts: MovingIn;
  items: readonly MovingInItem[];
  onHide: (isHidden: boolean) => Promise<void>;
}) {
  const { isOnline } = useSession();
  const navigate = useNavigate();
  const { isBusy: isSaving, attempt } = useAttempt();
  const save = (isHidden: boolean) =>
    attempt(async () => {
      await onHide(isHidden);
      if (!isHidden) return;
      notices.add({ message: "Hidden. You find the list under Config.", type: "success", autoClose: true });
      await navigate({ to: "/estimator/leads" });
    });
  return (
    <p className={`rb-hint ${classes.foot}`}>
      {nextText(items)}{" "}
      {facts.isHidden
        ? "You have hidden this list: you come here from Config only."
        : "The list disappears after the first signed contract."}{" "}
      <TextButton isInText disabled={isSaving || !isOnline} onClick={() => void save(!facts.isHidden)}>
        {facts.isHidden ? "Show it at the start again" : "Hide it now"}
      </TextButton>
    </p>
  );
}

function LastKnownBanner({ onRetry }: { onRetry: () => void }) {
  const { isOnline } = useSession();
  return (
    <div role="status" className={`rb-banner ${classes.banner}`}>
      <IconCloudOff size={20} stroke={1.75} aria-hidden />
      <p>
        <strong>{isOnline ? "The server did not answer." : "No signal."}</strong> This is the list as it was last saved
        on this device. Connect to make changes.{" "}
        {isOnline && (
          <TextButton isInText onClick={onRetry}>
            Try again
          </TextButton>
        )}
      </p>
    </div>
  );
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <Panel as="div" padding="none">
      <LoadFailure what="The list" text="It needs the server. Leads are on this device." onRetry={onRetry} />
    </Panel>
  );
}

function SignedState() {
  return (
    <Panel as="div" padding="none">
      <EmptyState
        title="The first contract is signed"
        text="This list is finished. Everything in it stays under Config."
        action={
          <Button variant="secondary" renderRoot={(button) => <Link to="/estimator/leads" {...button} />}>
            Go to the leads
          </Button>
        }
      />
    </Panel>
  );
}
