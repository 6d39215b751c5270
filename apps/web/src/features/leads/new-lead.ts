/** The id in the address of a new lead's form. */
export const NEW_LEAD = "new";
