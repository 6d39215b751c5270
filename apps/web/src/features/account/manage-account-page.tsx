import { CalendarPanel } from "#features/account/calendar-panel.tsx";
import classes from "#features/account/framed-page.module.css";
import { HomeownerPinPanel } from "#features/account/homeowner-pin-panel.tsx";
import { LoginSessions } from "#features/account/login-sessions.tsx";
import { OwnDataForm } from "#features/account/own-data-form.tsx";
import { OwnPasswordForm } from "#features/account/own-password-form.tsx";
import { TwoStepPanel } from "#features/account/two-step-panel.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { pinOwner } from "#ui/pin-lock/view-lock.ts";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";

/** The user's own data, password, two-step sign-in and logins (1.§2 Account area). */
export function ManageAccountPage() {
  const { profile, user } = useSession();
  return (
    <div className={`${classes.page} rb-headed-by-bar`}>
      <PageHeader title="Manage account" />
      <Panel title="Your data">
        {profile ? <OwnDataForm key={profile.id} profile={profile} /> : <SkeletonRows rows={3} />}
      </Panel>
      <Panel title="Password">
        <OwnPasswordForm />
      </Panel>
      <TwoStepPanel />
      {user && user.companyId !== null && (
        <>
          <HomeownerPinPanel owner={pinOwner(user)} />
          <CalendarPanel />
        </>
      )}
      <LoginSessions />
    </div>
  );
}
