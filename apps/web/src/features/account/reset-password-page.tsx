import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import classes from "#features/account/account-layout.module.css";
import { AccountLayout } from "#features/account/account-layout.tsx";
import { ChoosePasswordForm } from "#features/account/choose-password-form.tsx";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";

/** Sets a new password with the code from the mail; every login session of the account ends (1.§2 Account area). */
export function ResetPasswordPage() {
  const client = useClient();
  const { wipeLocalData, expire } = useSession();
  const navigate = useNavigate();
  const { code } = useSearch({ from: "/account/reset-password" });

  if (code === undefined || code === "")
    return (
      <AccountLayout title="Reset password" text="This link is not complete.">
        <p className={classes.after}>
          <Link to="/account/forgot-password">Ask for a new one</Link>
        </p>
      </AccountLayout>
    );

  const choose = async (password: string): Promise<void> => {
    await client.call("resetPassword", { body: { code, password } });
    await wipeLocalData();
    await expire();
    notices.add({ message: "Your password has been changed. Log in with the new one." });
    await navigate({ to: "/account/login" });
  };
  return (
    <AccountLayout title="Reset password" text="Choose a new password. You then log in with it on every device.">
      <ChoosePasswordForm actionText="Change password" onChoose={choose} />
    </AccountLayout>
  );
}
