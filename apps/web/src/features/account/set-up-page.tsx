import { useNavigate, useSearch } from "@tanstack/react-router";
import { AccountLayout } from "#features/account/account-layout.tsx";
import { ChoosePasswordForm } from "#features/account/choose-password-form.tsx";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";

/** The first password of a new account, with the code from the mail (1.§2 Account area). */
export function SetUpPage() {
  const client = useClient();
  const { wipeLocalData, expire } = useSession();
  const navigate = useNavigate();
  const { code = "", userId = "" } = useSearch({ from: "/account/setup" });

  if (code === "" || !/^\d+$/.test(userId))
    return (
      <AccountLayout
        title="Set up your account"
        text="This link is not complete. Your administrator can mail you a new one."
      >
        {null}
      </AccountLayout>
    );

  const choose = async (password: string): Promise<void> => {
    await client.call("setUp", { body: { userId, code, password } });
    await wipeLocalData();
    await expire();
    notices.add({ message: "Your account is ready. Log in with your new password." });
    await navigate({ to: "/account/login" });
  };
  return (
    <AccountLayout title="Set up your account" text="Choose the password with which you log in.">
      <ChoosePasswordForm actionText="Set password" onChoose={choose} />
    </AccountLayout>
  );
}
