import { z } from "zod";

const format = z.email();

/** Whether the text is a valid e-mail address. Blank text is not: check for blank first (1.§5). */
export const isEmail = (text: string): boolean => format.safeParse(text).success;
