import { credentialChange, credentialInput, type Credential } from "@ridgebook/contract";
import { smallFormPlace } from "#features/config/kept-config-draft.ts";
import { useKeptInput } from "#forms/use-kept-input.ts";
import { fieldMessagesOf, useDialogForm, type FieldMessages } from "#forms/use-refusal.ts";
import { useClient } from "#server-client/client-context.tsx";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { notices } from "#ui/notices/notices.ts";
import { PasswordField } from "#ui/password-field.tsx";
import { TextField } from "#ui/text-field.tsx";

type Field = "name" | "userName" | "secret";

/** Adds a credential, or changes one. The stored secret is not shown; a new one can replace it. */
export function CredentialDialog({
  credential,
  onSaved,
  onDismiss,
}: {
  /** Left out for a new one. */
  credential?: Credential;
  onSaved: () => void;
  onDismiss: () => void;
}) {
  const client = useClient();
  const { errors, setErrors, isBusy, send } = useDialogForm(["name", "userName", "secret"]);
  const { values, change, kept } = useKeptInput<Record<Field, string>>({
    place: smallFormPlace("credential", credential?.id),
    initial: { name: credential?.name ?? "", userName: credential?.userName ?? "", secret: "" },
    secret: ["secret"],
  });

  /** The call to make, or the problem that prevents it. */
  const read = (): (() => Promise<Credential>) | FieldMessages => {
    if (!credential) {
      const { error, data } = credentialInput.safeParse(values);
      return error ? fieldMessagesOf(error) : () => client.call("createCredential", { body: data });
    }
    const { secret, ...others } = values;
    const input = { ...others, id: credential.id, ...(secret !== "" && { secret }) };
    const { error, data } = credentialChange.safeParse(input);
    return error ? fieldMessagesOf(error) : () => client.call("updateCredential", { body: data });
  };
  const save = async (): Promise<void> => {
    const call = read();
    if (typeof call !== "function") {
      setErrors(call);
      return;
    }
    await send(async () => {
      await call();
      await kept.drop();
      notices.add({ message: credential ? "Saved" : `${values.name.trim()} added` });
      onSaved();
    });
  };

  return (
    <FormDialog
      title={credential ? `Edit ${credential.name}` : "New credential"}
      submitLabel={credential ? "Save" : "Add credential"}
      isBusy={isBusy}
      kept={kept}
      onSubmit={() => void save()}
      onDismiss={onDismiss}
    >
      <TextField
        label="Name"
        hint="What it opens, such as the name of the service."
        autoComplete="off"
        value={values.name}
        error={errors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextField
        label="User name"
        autoComplete="off"
        autoCapitalize="none"
        value={values.userName}
        error={errors.userName}
        onChange={(event) => change({ userName: event.currentTarget.value })}
      />
      <PasswordField
        label={credential ? "New secret" : "Secret"}
        hint={
          credential ? "Leave it empty to keep the stored one." : "A password, key or token. It is stored encrypted."
        }
        // A password manager would fill in the user's own.
        autoComplete="new-password"
        value={values.secret}
        error={errors.secret}
        onChange={(event) => change({ secret: event.currentTarget.value })}
      />
    </FormDialog>
  );
}
