import { Button } from "@mantine/core";
import { Problem } from "@ridgebook/contract";
import { useEffect, useRef, useState, type SyntheticEvent } from "react";
import classes from "#features/estimate/homeowner/homeowner-page.module.css";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { keptTexts } from "#ui/kept-texts.ts";
import { PasswordField } from "#ui/password-field.tsx";
import { checkPin } from "#ui/pin-lock/pin.ts";

type Asked = "pin" | "password";

/** Asks for the person's PIN, or for their password where they forgot it: the server knows that one, so it takes a signal. */
export function PinQuestion({
  owner,
  onRight,
  onStay,
}: {
  /** `pinOwner` of the person. */
  owner: string;
  onRight: () => void;
  onStay: () => void;
}) {
  const client = useClient();
  const { reportFailure } = useSession();
  const [asked, setAsked] = useState<Asked>("pin");
  const [error, setError] = useState<string>();
  const [isChecking, setIsChecking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [asked]);

  const checkPassword = async (currentPassword: string): Promise<string | undefined> => {
    try {
      await client.call("confirmPassword", { body: { currentPassword } });
      return undefined;
    } catch (failure) {
      if (!(failure instanceof Problem)) throw failure;
      if (failure.code === "unavailable") return "This needs a signal. The PIN works without one.";
      if (failure.code === "wrongPassword") return "This password is not correct.";
      if (failure.code === "validation") return "Enter your password.";
      if (failure.code === "tooManyRequests" || failure.code === "tooBusy") return failure.message;
      await reportFailure(failure);
      return failure.message;
    }
  };
  const check = async (text: string): Promise<void> => {
    setIsChecking(true);
    try {
      const wrong =
        asked === "password"
          ? await checkPassword(text)
          : pinError(await checkPin(keptTexts, { owner, pin: text, now: Date.now }));
      setError(wrong);
      if (wrong === undefined) onRight();
      else field.current?.select();
    } finally {
      setIsChecking(false);
    }
  };
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isChecking) void check(field.current?.value ?? "");
  };
  const change = (): void => {
    setError(undefined);
    setAsked(asked === "pin" ? "password" : "pin");
  };
  return (
    <form className={classes.handBack} noValidate onSubmit={handleSubmit}>
      {asked === "pin" ? (
        <PasswordField
          key="pin"
          ref={field}
          label="PIN"
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          error={error}
        />
      ) : (
        <PasswordField key="password" ref={field} label="Password" autoComplete="off" error={error} />
      )}
      <div className={classes.handBack}>
        <Button variant="tertiary" onClick={change}>
          {asked === "pin" ? "Forgot the PIN?" : "Use the PIN"}
        </Button>
        <Button variant="tertiary" onClick={onStay}>
          Keep looking
        </Button>
        <Button type="submit" variant="secondary" loading={isChecking}>
          Leave this view
        </Button>
      </div>
    </form>
  );
}

/** Whole seconds until five minutes, so that nobody counts wrong; undefined for a right PIN. */
function pinError(answer: Awaited<ReturnType<typeof checkPin>>): string | undefined {
  if (answer.outcome === "right") return undefined;
  const seconds = Math.ceil(answer.waitMs / 1000);
  const wait = seconds > 0 ? ` Try again in ${String(seconds)} seconds.` : "";
  return answer.outcome === "wrong" ? `This PIN is not correct.${wait}` : `Too many wrong PINs.${wait}`;
}
