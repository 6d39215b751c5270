import { Button } from "@mantine/core";
import { fullName, Problem, type UserId } from "@ridgebook/contract";
import { Link } from "@tanstack/react-router";
import { useEffect, useId, useRef, useState, type SubmitEvent } from "react";
import type { UserActions } from "#features/users/use-user-actions.ts";
import { leadsText, stateOf, takersOf, takerText, type Person } from "#features/users/user-rules.ts";
import classes from "#features/users/users.module.css";
import { useSession } from "#server-client/session-context.tsx";
import frame from "#ui/dialogs/dialog-frame.module.css";
import { useModalDialog } from "#ui/dialogs/use-modal-dialog.ts";
import { notices } from "#ui/notices/notices.ts";
import { SelectField } from "#ui/select-field.tsx";

/** Asks before a user is deleted, and who takes over their leads. No one is preselected. */
export function DeleteUserDialog({
  user,
  users,
  actions,
  onDismiss,
  onRemoved = () => undefined,
}: {
  user: Person;
  users: readonly Person[];
  actions: UserActions;
  onDismiss: () => void;
  onRemoved?: () => void;
}) {
  const { companyId, reportFailure } = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const [takerId, setTakerId] = useState("");
  const [error, setError] = useState<string>();
  const modal = useModalDialog({ isBusy, onDismiss });
  const titleId = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // First in the dialog, so that Enter out of habit deletes nothing.
    // eslint-disable-next-line no-restricted-syntax -- the dialog opens in an effect, and begins at its first field
    cancel.current?.focus();
  }, []);

  const name = fullName(user);
  const leads = user.leadCount ?? 0;
  const isBlocked = leads > 0 && takerId === "";

  const remove = async (): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      await actions.remove(user, leads > 0 ? (Number(takerId) as UserId) : undefined);
      notices.add({
        message: leads > 0 ? `${name} is deleted, ${leadsText(leads)} handed over` : `${name} is deleted`,
      });
      onDismiss();
      onRemoved();
    } catch (failure) {
      const reasons = failure instanceof Problem ? Object.values(failure.details.errors ?? {}).flat() : [];
      if (reasons.length > 0) setError(reasons.join(" "));
      else if (failure instanceof Problem && failure.code === "inUse")
        setError("This person has leads now. Choose who takes them over.");
      else {
        onDismiss();
        await reportFailure(failure);
      }
      await actions.reload();
    } finally {
      setIsBusy(false);
    }
  };
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isBusy && !isBlocked) void remove();
  };

  return (
    <dialog
      {...modal}
      className={`${frame.dialog} ${classes.dialog}`}
      data-ground="surface"
      aria-labelledby={titleId}
      aria-describedby={`${titleId}-text`}
      aria-busy={isBusy}
    >
      <form noValidate className={frame.content} onSubmit={handleSubmit}>
        <h2 id={titleId} className="rb-subheading">
          Delete {name}?
        </h2>
        <p id={`${titleId}-text`} className={frame.message}>
          {user.companyId === null
            ? "The account and its rights end at once."
            : `${stateOf(user) === "invited" ? "The invitation is withdrawn." : `Access ${companyId === null ? `to ${user.companyName ?? "the company"} ` : ""}ends at once.`} The name stays on signed papers.`}
        </p>
        {leads > 0 && (
          <div className={classes.takeOver}>
            <SelectField
              label={`Who takes over the ${leadsText(leads)}?`}
              emptyLabel="Choose"
              options={takersOf(user, users).map((taker) => ({ value: String(taker.id), label: takerText(taker) }))}
              value={takerId}
              onChange={(event) => setTakerId(event.currentTarget.value)}
            />
            {companyId !== null && (
              <Link to="/estimator/leads" search={{ userId: String(user.id) }} className="rb-action-link">
                Show them
              </Link>
            )}
          </div>
        )}
        <div role="alert">{error && <p className={classes.error}>{error}</p>}</div>
        <div className={`rb-buttons ${frame.buttons}`}>
          <Button ref={cancel} variant="secondary" disabled={isBusy} onClick={onDismiss}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" loading={isBusy} disabled={isBlocked}>
            {leads > 0 ? `Delete and hand over ${leadsText(leads)}` : "Delete"}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
