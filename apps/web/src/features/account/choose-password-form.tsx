import { zodResolver } from "@hookform/resolvers/zod";
import { Button } from "@mantine/core";
import { useForm, useWatch } from "react-hook-form";
import classes from "#features/account/account-layout.module.css";
import { FormMessage } from "#features/account/form-message.tsx";
import { NewPasswordFields } from "#features/account/new-password-fields.tsx";
import { newPasswordForm } from "#features/account/new-password.ts";
import { useRefusedForm } from "#forms/use-refused-form.ts";

/** A new password for a person who came with a mailed code. */
export function ChoosePasswordForm({
  actionText,
  onChoose,
}: {
  actionText: string;
  onChoose: (password: string) => Promise<void>;
}) {
  const form = useForm({
    resolver: zodResolver(newPasswordForm),
    defaultValues: { password: "", repeatPassword: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const refuse = useRefusedForm(form);
  const value = useWatch({ control: form.control, name: "password" });
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await onChoose(password);
    } catch (error) {
      await refuse(error);
    }
  });
  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <NewPasswordFields
        value={value}
        password={{ field: form.register("password"), error: errors.password?.message }}
        repeatPassword={{ field: form.register("repeatPassword"), error: errors.repeatPassword?.message }}
      />
      <FormMessage message={errors.root?.message} />
      <Button className={classes.action} type="submit" size="lg" fullWidth loading={isSubmitting}>
        {actionText}
      </Button>
    </form>
  );
}
