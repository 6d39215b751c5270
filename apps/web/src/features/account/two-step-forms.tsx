import { zodResolver } from "@hookform/resolvers/zod";
import { Button } from "@mantine/core";
import { twoStepRoutes, type RouteReply, type Routes } from "@ridgebook/contract";
import { useForm } from "react-hook-form";
import { FormMessage } from "#features/account/form-message.tsx";
import pageClasses from "#features/account/framed-page.module.css";
import { QrCode } from "#features/account/qr-code.tsx";
import classes from "#features/account/two-step.module.css";
import { useRefusedForm } from "#forms/use-refused-form.ts";
import { useSessionLoss } from "#features/account/use-session-loss.ts";
import { PasswordField } from "#ui/password-field.tsx";
import { TextField } from "#ui/text-field.tsx";

export type BegunTwoStep = RouteReply<Routes["beginTwoStep"]>;

const CODE_INPUT = {
  autoComplete: "one-time-code",
  autoCapitalize: "none",
  autoCorrect: "off",
  spellCheck: false,
} as const;

const inGroups = (secret: string): string => secret.replaceAll(/(.{4})(?!$)/g, "$1 ");

function Actions({
  label,
  isBusy,
  isDanger = false,
  onCancel,
}: {
  label: string;
  isBusy: boolean;
  isDanger?: boolean;
  onCancel: () => void;
}) {
  return (
    <div className={pageClasses.actions}>
      <Button type="submit" loading={isBusy} {...(isDanger && { variant: "danger" })}>
        {label}
      </Button>
      <Button variant="secondary" disabled={isBusy} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

/** The password comes first: an unattended device must not be enough. */
export function PasswordForm({
  onPassword,
  onCancel,
}: {
  onPassword: (currentPassword: string) => Promise<void>;
  onCancel: () => void;
}) {
  const form = useForm({
    resolver: zodResolver(twoStepRoutes.beginTwoStep.body),
    defaultValues: { currentPassword: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const refuse = useRefusedForm(form, { fieldByCode: { wrongPassword: "currentPassword" } });
  const endIfSessionIsLost = useSessionLoss();
  const submit = form.handleSubmit(async ({ currentPassword }) => {
    try {
      await onPassword(currentPassword);
    } catch (error) {
      await endIfSessionIsLost(error);
      await refuse(error);
    }
  });
  return (
    <form className={pageClasses.form} noValidate onSubmit={(event) => void submit(event)}>
      <PasswordField
        label="Your password"
        error={errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
      <FormMessage message={errors.root?.message} />
      <Actions label="Continue" isBusy={isSubmitting} onCancel={onCancel} />
    </form>
  );
}

/** The new secret, as a QR code and for typing, and the first code of it. */
export function ConfirmForm({
  begun,
  onCode,
  onCancel,
}: {
  begun: BegunTwoStep;
  onCode: (code: string) => Promise<void>;
  onCancel: () => void;
}) {
  const form = useForm({ resolver: zodResolver(twoStepRoutes.confirmTwoStep.body), defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;
  const refuse = useRefusedForm(form, { fieldByCode: { wrongTwoStepCode: "code" } });
  const endIfSessionIsLost = useSessionLoss();
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      await onCode(code);
    } catch (error) {
      await endIfSessionIsLost(error);
      await refuse(error);
    }
  });
  return (
    <form className={pageClasses.form} noValidate onSubmit={(event) => void submit(event)}>
      <div className={classes.setUp}>
        <QrCode text={begun.uri} label="QR code for your authenticator app" />
        <ol className={classes.steps}>
          <li>Install an authenticator app on your phone, if you have none.</li>
          <li>
            Scan the QR code with it, or type this key: <br />
            <span className={classes.secret}>{inGroups(begun.secret)}</span>
          </li>
          <li>Type the six digits that the app shows now.</li>
        </ol>
      </div>
      <TextField
        label="Code"
        inputMode="numeric"
        {...CODE_INPUT}
        error={errors.code?.message}
        {...form.register("code")}
      />
      <FormMessage message={errors.root?.message} />
      <Actions label="Turn on" isBusy={isSubmitting} onCancel={onCancel} />
    </form>
  );
}

/** Password and code, before the user changes what guards the account. */
export function PasswordAndCodeForm({
  text,
  label,
  isDanger = false,
  onSubmit,
  onCancel,
}: {
  text: string;
  label: string;
  isDanger?: boolean;
  onSubmit: (given: { currentPassword: string; code: string }) => Promise<void>;
  onCancel: () => void;
}) {
  const form = useForm({
    resolver: zodResolver(twoStepRoutes.turnOffTwoStep.body),
    defaultValues: { currentPassword: "", code: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const refuse = useRefusedForm(form, {
    fieldByCode: { wrongPassword: "currentPassword", wrongTwoStepCode: "code" },
  });
  const endIfSessionIsLost = useSessionLoss();
  const submit = form.handleSubmit(async (given) => {
    try {
      await onSubmit(given);
    } catch (error) {
      await endIfSessionIsLost(error);
      await refuse(error);
    }
  });
  return (
    <form className={pageClasses.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={classes.intro}>{text}</p>
      <PasswordField
        label="Your password"
        error={errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
      <TextField
        label="Code from the app, or a backup code"
        {...CODE_INPUT}
        error={errors.code?.message}
        {...form.register("code")}
      />
      <FormMessage message={errors.root?.message} />
      <Actions label={label} isBusy={isSubmitting} isDanger={isDanger} onCancel={onCancel} />
    </form>
  );
}
