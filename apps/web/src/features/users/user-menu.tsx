import { fullName } from "@ridgebook/contract";
import { IconDots } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { DeleteUserDialog } from "#features/users/delete-user-dialog.tsx";
import type { UserActions } from "#features/users/use-user-actions.ts";
import { leadsText, stateOf, type Person, type UserLocks } from "#features/users/user-rules.ts";
import classes from "#features/users/users.module.css";
import { PopUp } from "#ui/pop-up.tsx";
import { useIsPhone } from "#ui/use-is-phone.ts";

type Closing = { popoverTarget: string; popoverTargetAction: "hide" };

/** The actions on one user. An unavailable one stays in its place, with the reason. */
export function UserMenu({
  user,
  users,
  locks,
  actions,
  onRemoved,
}: {
  user: Person;
  /** All users; one of them takes over the leads. */
  users: readonly Person[];
  locks: UserLocks;
  actions: UserActions;
  onRemoved?: () => void;
}) {
  const [isDeleting, setIsDeleting] = useState(false);
  const isPhone = useIsPhone();
  const name = fullName(user);
  const isAdmin = user.role === "Admin";
  return (
    <>
      <PopUp
        label={`Actions for ${name}`}
        isSheet={isPhone}
        buttonClassName={`rb-square ${classes.dots}`}
        buttonLabel={`Actions for ${name}`}
        button={<IconDots size={20} stroke={1.75} aria-hidden />}
      >
        {(closing) => (
          <div className="rb-menu">
            {stateOf(user) === "invited" && (
              <MenuItem closing={closing} onClick={() => void actions.resend(user)}>
                Resend set-up mail
              </MenuItem>
            )}
            {user.role !== null && (
              <MenuItem
                closing={closing}
                reason={isAdmin ? locks.demote : undefined}
                note={user.role}
                onClick={() => void actions.setRole(user, isAdmin ? "User" : "Admin")}
              >
                {isAdmin ? "Make user" : "Make admin"}
              </MenuItem>
            )}
            {user.companyId === null ? null : user.active ? (
              <MenuItem closing={closing} reason={locks.deactivate} onClick={() => void actions.setActive(user, false)}>
                Deactivate
              </MenuItem>
            ) : (
              <MenuItem closing={closing} onClick={() => void actions.setActive(user, true)}>
                Activate
              </MenuItem>
            )}
            {user.hasTwoStep && (
              <MenuItem closing={closing} reason={locks.removeTwoStep} onClick={() => void actions.removeTwoStep(user)}>
                Remove second step
              </MenuItem>
            )}
            <hr />
            <MenuItem
              closing={closing}
              reason={locks.remove}
              note={user.leadCount ? leadsText(user.leadCount) : undefined}
              isDanger
              onClick={() => setIsDeleting(true)}
            >
              Delete
            </MenuItem>
          </div>
        )}
      </PopUp>
      {isDeleting && (
        <DeleteUserDialog
          user={user}
          users={users}
          actions={actions}
          onDismiss={() => setIsDeleting(false)}
          {...(onRemoved && { onRemoved })}
        />
      )}
    </>
  );
}

export function MenuItem({
  closing,
  reason,
  note,
  isDanger = false,
  onClick,
  children,
}: {
  closing: Closing;
  /** Why it is unavailable. */
  reason?: string | undefined;
  /** At the right end. */
  note?: string | undefined;
  isDanger?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={`rb-menu-item ${classes.item}`}
      data-danger={isDanger || undefined}
      disabled={reason !== undefined}
      {...closing}
      onClick={onClick}
    >
      <span>{children}</span>
      {note !== undefined && <span className={classes.itemNote}>{note}</span>}
      {reason !== undefined && <span className={classes.reason}>{reason}</span>}
    </button>
  );
}
