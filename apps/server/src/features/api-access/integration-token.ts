import { createHash, randomBytes } from "node:crypto";
import { TOKEN_START } from "@ridgebook/contract";

const RANDOM_BYTES = 32;
/** Of the random characters, how many the page shows to tell tokens apart. */
const SHOWN_CHARACTERS = 6;
const TOKEN = new RegExp(`^${TOKEN_START}[\\w-]{43}$`);

interface NewToken {
  readonly token: string;
  readonly tokenHash: string;
  readonly prefix: string;
}

/** A plain SHA-256 is enough: the token holds 256 random bits, so nobody can try them all. */
const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

export function createToken(): NewToken {
  const token = `${TOKEN_START}${randomBytes(RANDOM_BYTES).toString("base64url")}`;
  return { token, tokenHash: hashToken(token), prefix: token.slice(0, TOKEN_START.length + SHOWN_CHARACTERS) };
}

/** The hash of a token as it was sent; undefined for text that cannot be one. */
export const hashOfSentToken = (sent: string): string | undefined => (TOKEN.test(sent) ? hashToken(sent) : undefined);
