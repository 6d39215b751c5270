import { hash, verify, type Options } from "@node-rs/argon2";

/** argon2id, the library's default, with OWASP's minimum parameters: about 20 ms. */
const STRENGTH: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of equal strength, of a random password. */
let dummyHash: Promise<string> | undefined;

export const hashPassword = (password: string): Promise<string> => hash(password, STRENGTH);

/**
 * Whether the password matches the hash. A missing hash takes as long as a wrong password, so that timing does not reveal which e-mails
 * exist.
 */
export async function isPasswordRight(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const compared = passwordHash ?? (await (dummyHash ??= hashPassword("nobody")));
  const isRight = await verify(compared, password);
  return isRight && typeof passwordHash === "string";
}
