import { Button } from "@mantine/core";
import { Problem, twoStepRoutes } from "@ridgebook/contract";
import { useLayoutEffect, useRef, useState } from "react";
import classes from "#features/account/account-layout.module.css";
import { AccountLayout } from "#features/account/account-layout.tsx";
import { FormMessage } from "#features/account/form-message.tsx";
import { useShortForm } from "#features/account/use-short-form.ts";
import { TextField } from "#ui/text-field.tsx";

const KINDS = {
  app: {
    text: "Open your authenticator app and type the six digits that it shows for Ridgebook.",
    label: "Code",
    other: "Use a backup code",
  },
  backup: {
    text: "Type one of the backup codes that you kept when you set up two-step sign-in. Each works once.",
    label: "Backup code",
    other: "Use the authenticator app",
  },
} as const;

/** The second step of a login, for accounts that ask for a code besides the password. */
export function SecondStep({
  onCode,
  onBack,
}: {
  /** Signs in with the code. Rejects with a Problem when the server refuses. */
  onCode: (code: string) => Promise<void>;
  onBack: () => void;
}) {
  const [kind, setKind] = useState<keyof typeof KINDS>("app");
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), [kind]);
  const { errors, isSending, handleSubmit } = useShortForm({
    schema: twoStepRoutes.confirmTwoStep.body,
    send: async ({ code }) => {
      try {
        await onCode(code);
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== "wrongTwoStepCode") throw error;
        // The next code replaces this one.
        input.current?.select();
        throw new Problem("validation", { errors: { code: [error.message] } });
      }
    },
  });
  const { text, label, other } = KINDS[kind];
  return (
    <AccountLayout title="Enter your code" text={text}>
      <form key={kind} className={classes.form} noValidate onSubmit={handleSubmit}>
        <TextField
          ref={input}
          name="code"
          label={label}
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...(kind === "app" && { inputMode: "numeric" as const })}
          error={errors.code}
        />
        <FormMessage message={errors.form} />
        <Button className={classes.action} type="submit" size="lg" fullWidth loading={isSending}>
          Log in
        </Button>
        <Button variant="secondary" fullWidth onClick={() => setKind(kind === "app" ? "backup" : "app")}>
          {other}
        </Button>
        <Button variant="secondary" fullWidth onClick={onBack}>
          Back
        </Button>
      </form>
    </AccountLayout>
  );
}
