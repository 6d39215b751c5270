import { createHash, randomBytes } from "node:crypto";
import { TOKEN_START } from "@ridgebook/contract";

const RANDOM_BYTES = 32;
/** How many random characters the page shows to tell tokens apart. */
const SHOWN_CHARACTERS = 6;
const TOKEN = new RegExp(`^${TOKEN_START}[\\w-]{43}$`);

interface NewToken {
  readonly token: string;
  readonly tokenHash: string;
  readonly prefix: string;
}

/** Plain SHA-256 is enough for 256 random bits. */
const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

export function createToken(): NewToken {
  const token = `${TOKEN_START}${randomBytes(RANDOM_BYTES).toString("base64url")}`;
  return { token, tokenHash: hashToken(token), prefix: token.slice(0, TOKEN_START.length + SHOWN_CHARACTERS) };
}

/** Hashes a sent token; undefined for malformed text. */
export const hashOfSentToken = (sent: string): string | undefined => (TOKEN.test(sent) ? hashToken(sent) : undefined);
