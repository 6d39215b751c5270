import { randomBytes } from "node:crypto";
import { BACKUP_CODES, PRODUCT_NAME } from "@ridgebook/contract";
import { Secret, TOTP } from "otpauth";
import { hashSecret } from "./secret.ts";

/** The defaults of authenticator apps, and the only values that some support. */
const DIGITS = 6;
const PERIOD_SECONDS = 30;
/** Accepts one step before and after the current one, for clock skew and slow typing. */
const WINDOW_STEPS = 1;
const SECRET_BYTES = 20;

/** Without I, L, O and U, which are misread; 32 characters, so that a byte's lower five bits pick one uniformly. */
const BACKUP_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 80 bits: too many to brute-force from a hash. */
const BACKUP_LENGTH = 16;

const totpOf = (secret: string, label?: string): TOTP =>
  new TOTP({
    issuer: PRODUCT_NAME,
    ...(label !== undefined && { label }),
    secret: Secret.fromBase32(secret),
    digits: DIGITS,
    period: PERIOD_SECONDS,
  });

/** Generates a secret in base32. */
export const makeTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The QR code's URI: the secret, and the names shown in the authenticator app. */
export const toOtpauthUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The time step of a code; undefined if it is not currently valid. */
export function stepOfCode({ secret, code, now }: { secret: string; code: string; now: Date }): number | undefined {
  const token = code.replaceAll(/[\s-]/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token, timestamp, window: WINDOW_STEPS });
  return delta === null ? undefined : Math.floor(timestamp / (1000 * PERIOD_SECONDS)) + delta;
}

const makeBackupCode = (): string =>
  Array.from(randomBytes(BACKUP_LENGTH), (byte) => BACKUP_ALPHABET[byte & 31])
    .join("")
    .replaceAll(/(.{4})(?!$)/g, "$1-");

/** Generates backup codes in four groups of four. */
export const makeBackupCodes = (): string[] => Array.from({ length: BACKUP_CODES }, makeBackupCode);

/** Hashes a backup code, ignoring case and hyphens, with O read as 0 and I or L as 1. */
export const hashBackupCode = (code: string): string =>
  hashSecret(code.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1"));
