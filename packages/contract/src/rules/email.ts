import { z } from "zod";

const format = z.email();

/** Whether the text has the form of an e-mail address. Blank text has not: check for blank first (1.§5). */
export const isEmail = (text: string): boolean => format.safeParse(text).success;
