import { hash, verify, type Options } from "@node-rs/argon2";

/** argon2id, the library's default algorithm, at the strength that OWASP asks for as the least: about 20 ms. */
const STRENGTH: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Made with the same strength from a password that nobody has. */
let hashOfNobody: Promise<string> | undefined;

export const hashPassword = (password: string): Promise<string> => hash(password, STRENGTH);

/**
 * Whether the password belongs to the hash. Somebody without a hash, or nobody at all, takes as long as a wrong
 * password, so that the time of an answer does not tell which e-mails exist.
 */
export async function isPasswordRight(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const compared = passwordHash ?? (await (hashOfNobody ??= hashPassword("nobody")));
  const isRight = await verify(compared, password);
  return isRight && typeof passwordHash === "string";
}
