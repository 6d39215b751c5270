import { Button } from "@mantine/core";
import { accountRoutes, Problem } from "@ridgebook/contract";
import { Link, useRouter, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useLayoutEffect, useRef, useState } from "react";
import classes from "#features/account/account-layout.module.css";
import { AccountLayout } from "#features/account/account-layout.tsx";
import { DemoLogins } from "#features/account/demo-logins.tsx";
import { FormMessage } from "#features/account/form-message.tsx";
import { useShortForm } from "#features/account/use-short-form.ts";
import { useSession, type Credentials } from "#server-client/session-context.tsx";
import { keptTexts } from "#ui/kept-texts.ts";
import { PasswordField } from "#ui/password-field.tsx";
import { unlockView } from "#ui/pin-lock/view-lock.ts";
import { TextField } from "#ui/text-field.tsx";

/** Loaded later: most people have no second step. */
const SecondStep = lazy(async () => ({ default: (await import("#features/account/second-step.tsx")).SecondStep }));

/** Signs the user in and goes on to where they came from, or to their start page (1.§2 Account area). */
export function LoginPage() {
  const { logIn } = useSession();
  const { history } = useRouter();
  const { referrer } = useSearch({ from: "/account/login" });
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  /** The password was right, and the account also asks for a code. */
  const [halfway, setHalfway] = useState<Credentials>();
  useLayoutEffect(() => email.current?.focus(), [halfway]);

  const enter = async (credentials: Credentials): Promise<void> => {
    await logIn(credentials);
    // A user who just gave their password need not give their PIN.
    unlockView(keptTexts);
    history.replace(referrer ?? "/");
  };

  const { errors, isSending, handleSubmit } = useShortForm({
    schema: accountRoutes.login.body,
    send: async (credentials) => {
      try {
        await enter(credentials);
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== "twoStepCodeNeeded") throw error;
        setHalfway(credentials);
      }
    },
  });
  const fillIn = (credentials: { email: string; password: string }): void => {
    if (!email.current || !password.current) return;
    email.current.value = credentials.email;
    password.current.value = credentials.password;
    password.current.focus();
  };

  if (halfway)
    return (
      <Suspense>
        <SecondStep onCode={(code) => enter({ ...halfway, code })} onBack={() => setHalfway(undefined)} />
      </Suspense>
    );
  return (
    <AccountLayout title="Log in" text="Estimates and contracts, with or without signal.">
      <form className={classes.form} noValidate onSubmit={handleSubmit}>
        <TextField
          ref={email}
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email}
        />
        <PasswordField
          ref={password}
          name="password"
          label="Password"
          labelAction={<Link to="/account/forgot-password">Forgot password?</Link>}
          error={errors.password}
        />
        <FormMessage message={errors.form} />
        <Button className={classes.action} type="submit" size="lg" fullWidth loading={isSending}>
          Log in
        </Button>
      </form>
      <DemoLogins onUse={fillIn} />
    </AccountLayout>
  );
}
