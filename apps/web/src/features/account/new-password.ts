import { passwordFields, ruleMessages } from "@ridgebook/contract";
import { z } from "zod";

const fields = {
  password: passwordFields.password,
  repeatPassword: z.string(),
};

interface NewPassword {
  password: string;
  repeatPassword: string;
}

const isRepeated = ({ password, repeatPassword }: NewPassword): boolean => password === repeatPassword;
const NOT_REPEATED = { path: ["repeatPassword"], message: ruleMessages.equalTo("Repeat password", "Password") };

/** A new password, typed twice (1.§5). Both messages appear at once. */
export const newPasswordForm = z.object(fields).refine(isRepeated, { ...NOT_REPEATED, when: () => true });

/** The same with the current password, for signed-in users. */
export const changePasswordForm = z
  .object({ currentPassword: passwordFields.currentPassword, ...fields })
  .refine(isRepeated, { ...NOT_REPEATED, when: () => true });
