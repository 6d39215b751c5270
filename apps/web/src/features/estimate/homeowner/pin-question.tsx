import { Button } from "@mantine/core";
import { Problem } from "@ridgebook/contract";
import { useLayoutEffect, useRef, useState, type SyntheticEvent } from "react";
import { useSecondsUntil, wrongPinText } from "#features/estimate/homeowner/pin-wait.ts";
import classes from "#features/estimate/homeowner/homeowner-page.module.css";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { keptTexts } from "#ui/kept-texts.ts";
import { PasswordField } from "#ui/password-field.tsx";
import { PinField } from "#ui/pin-lock/pin-field.tsx";
import { checkPin } from "#ui/pin-lock/pin.ts";

type Asked = "pin" | "password";

/** A wrong PIN, or one entered too soon; `until` is when the next try is allowed, in epoch milliseconds. */
interface WrongPin {
  readonly outcome: "wrong" | "wait";
  readonly until: number;
}

/** Asks for the person's PIN, or for their password if they forgot it, which the server has to check. */
export function PinQuestion({
  owner,
  isChecking,
  onChecking,
  onRight,
  onStay,
}: {
  /** The person's `pinOwner`. */
  owner: string;
  /** The last value passed to `onChecking`. */
  isChecking: boolean;
  onChecking: (isChecking: boolean) => void;
  onRight: () => void;
  onStay: () => void;
}) {
  const client = useClient();
  const { reportFailure } = useSession();
  const [asked, setAsked] = useState<Asked>("pin");
  const [error, setError] = useState<string>();
  const [wrongPin, setWrongPin] = useState<WrongPin>();
  const seconds = useSecondsUntil(wrongPin?.until);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), [asked]);

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
  const checkGivenPin = async (pin: string): Promise<WrongPin | undefined> => {
    const answer = await checkPin(keptTexts, { owner, pin, now: Date.now });
    return answer.outcome === "right" ? undefined : { outcome: answer.outcome, until: Date.now() + answer.waitMs };
  };
  const check = async (text: string): Promise<void> => {
    onChecking(true);
    try {
      const wrong = asked === "password" ? await checkPassword(text) : undefined;
      const pin = asked === "pin" ? await checkGivenPin(text) : undefined;
      setError(wrong);
      setWrongPin(pin);
      if (wrong === undefined && pin === undefined) onRight();
      else field.current?.select();
    } finally {
      onChecking(false);
    }
  };
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isChecking) void check(field.current?.value ?? "");
  };
  const change = (): void => {
    setError(undefined);
    setWrongPin(undefined);
    setAsked(asked === "pin" ? "password" : "pin");
  };
  return (
    <form className={`rb-row ${classes.handBack}`} noValidate onSubmit={handleSubmit}>
      {asked === "pin" ? (
        <PinField key="pin" ref={field} label="PIN" error={wrongPin && wrongPinText(wrongPin.outcome, seconds)} />
      ) : (
        // Prevents browsers from filling in a saved password, which would let anyone leave.
        <PasswordField key="password" ref={field} label="Password" autoComplete="new-password" error={error} />
      )}
      <div className={`rb-row ${classes.handBack}`}>
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
