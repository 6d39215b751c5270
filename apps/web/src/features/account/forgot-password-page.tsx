import { Button } from "@mantine/core";
import { accountRoutes } from "@ridgebook/contract";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import classes from "#features/account/account-layout.module.css";
import { AccountLayout } from "#features/account/account-layout.tsx";
import { FormMessage } from "#features/account/form-message.tsx";
import { useShortForm } from "#features/account/use-short-form.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { TextField } from "#ui/text-field.tsx";

/** Asks for a link by mail. The confirmation is the same whether the account exists or not. */
export function ForgotPasswordPage() {
  const client = useClient();
  const { wipeLocalData } = useSession();
  const [sentTo, setSentTo] = useState<string>();
  const { errors, isSending, handleSubmit } = useShortForm({
    schema: accountRoutes.forgotPassword.body,
    send: async ({ email }) => {
      await client.call("forgotPassword", { body: { email } });
      await wipeLocalData();
      setSentTo(email);
    },
  });

  if (sentTo !== undefined)
    return (
      <AccountLayout title="Check your e-mail">
        <p className={classes.text} role="status">
          If an account belongs to {sentTo}, a link for a new password is on its way. It can take a few minutes; check
          your spam folder as well.
        </p>
        <p className={classes.after}>
          <Link to="/account/login">Back to the login</Link>
        </p>
      </AccountLayout>
    );
  return (
    <AccountLayout title="Forgot password" text="We mail you a link with which you choose a new one.">
      <form className={classes.form} noValidate onSubmit={handleSubmit}>
        <TextField
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email}
        />
        <FormMessage message={errors.form} />
        <Button className={classes.action} type="submit" size="lg" fullWidth loading={isSending}>
          Mail me a link
        </Button>
      </form>
      <p className={classes.after}>
        <Link to="/account/login">Back to the login</Link>
      </p>
    </AccountLayout>
  );
}
