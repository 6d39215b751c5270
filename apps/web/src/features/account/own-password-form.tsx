import { zodResolver } from "@hookform/resolvers/zod";
import { Button } from "@mantine/core";
import { useForm, useWatch } from "react-hook-form";
import { FormMessage } from "#features/account/form-message.tsx";
import classes from "#features/account/framed-page.module.css";
import { NewPasswordFields } from "#features/account/new-password-fields.tsx";
import { changePasswordForm } from "#features/account/new-password.ts";
import { useRefusedForm } from "#forms/use-refused-form.ts";
import { useSessionLoss } from "#features/account/use-session-loss.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";
import { PasswordField } from "#ui/password-field.tsx";

const EMPTY = { currentPassword: "", password: "", repeatPassword: "" };

/** Changes one's own password; logins on other devices end. */
export function OwnPasswordForm() {
  const client = useClient();
  const { wipeLocalData, refresh } = useSession();
  const form = useForm({ resolver: zodResolver(changePasswordForm), defaultValues: EMPTY });
  const { errors, isSubmitting } = form.formState;
  const refuse = useRefusedForm(form, { fieldByCode: { wrongPassword: "currentPassword" } });
  const endIfSessionIsLost = useSessionLoss();
  const value = useWatch({ control: form.control, name: "password" });

  const submit = form.handleSubmit(async ({ currentPassword, password }) => {
    try {
      await client.call("changePassword", { body: { currentPassword, password } });
      form.reset(EMPTY);
      notices.add({ message: "Your password has been changed. Other devices have been logged out." });
      await wipeLocalData();
      await refresh();
    } catch (error) {
      await endIfSessionIsLost(error);
      await refuse(error);
    }
  });

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <PasswordField
        label="Current password"
        error={errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
      <NewPasswordFields
        label="New password"
        value={value}
        password={{ field: form.register("password"), error: errors.password?.message }}
        repeatPassword={{ field: form.register("repeatPassword"), error: errors.repeatPassword?.message }}
      />
      <FormMessage message={errors.root?.message} />
      <div className={classes.actions}>
        <Button type="submit" variant="secondary" loading={isSubmitting}>
          Change password
        </Button>
      </div>
    </form>
  );
}
