/** Default texts of the shared rules (1.§5, 3.§5); `field` is the field's display name. */
export const ruleMessages = {
  required: (field: string) => `${field} is required.`,
  email: (field: string) => `${field} must be a valid e-mail address.`,
  phone: (field: string) => `${field} must be a valid phone number with 10 digits.`,
  zipCode: (field: string) => `${field} must be a valid Zip Code.`,
  strongPassword: (field: string) => `${field} is not complex enough.`,
  equalTo: (field: string, other: string) => `${field} must be the same as ${other}.`,
  unique: (field: string) => `${field} must not repeat a value.`,
  step: (field: string, step: number) => `${field} is not a multiple of ${String(step)}.`,
  changedMeanwhile: "Somebody else changed this meanwhile.",
  tooLong: (field: string, max: number) => `${field} must have at most ${String(max)} characters.`,
} as const;
