import { zodResolver } from "@hookform/resolvers/zod";
import { Button } from "@mantine/core";
import { formatPhone, personRecord, selfInput, type User } from "@ridgebook/contract";
import { useForm } from "react-hook-form";
import { FormMessage } from "#features/account/form-message.tsx";
import classes from "#features/account/framed-page.module.css";
import { useRefusedForm } from "#forms/use-refused-form.ts";
import { useSessionLoss } from "#features/account/use-session-loss.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";
import { PhoneField } from "#ui/phone-field.tsx";
import { TextField } from "#ui/text-field.tsx";

const formValues = ({ firstName, lastName, phoneNumber }: User) => ({
  firstName,
  lastName,
  phoneNumber: formatPhone(phoneNumber),
});

/** Name and phone number; the e-mail is the login and is changed by an administrator. */
export function OwnDataForm({ profile }: { profile: User }) {
  const client = useClient();
  const { updateProfile } = useSession();
  const form = useForm({ resolver: zodResolver(selfInput), defaultValues: formValues(profile) });
  const { errors, isSubmitting } = form.formState;
  const refuse = useRefusedForm(form);
  const endIfSessionIsLost = useSessionLoss();

  const submit = form.handleSubmit(async (values) => {
    try {
      const saved = await client.call("updateSelf", { body: values });
      updateProfile(saved);
      form.reset(formValues(saved));
      notices.add({ message: "Saved" });
    } catch (error) {
      await endIfSessionIsLost(error);
      await refuse(error);
    }
  });

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <div className={classes.pair}>
        <TextField
          label={personRecord.labels.firstName}
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...form.register("firstName")}
        />
        <TextField
          label={personRecord.labels.lastName}
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...form.register("lastName")}
        />
        <PhoneField
          label={personRecord.labels.phoneNumber}
          error={errors.phoneNumber?.message}
          {...form.register("phoneNumber")}
        />
        <TextField
          label="E-mail"
          value={profile.email}
          readOnly
          hint="This is your login. An administrator can invite another address."
        />
      </div>
      <FormMessage message={errors.root?.message} />
      <div className={classes.actions}>
        <Button type="submit" loading={isSubmitting}>
          Save
        </Button>
      </div>
    </form>
  );
}
