/** In the address of the form of a lead that does not exist yet. */
export const NEW_LEAD = "new";
