// `node scripts/common-passwords.mjs LIST`: makes what the server refuses as new passwords from a list of the commonest, one a
// line, commonest first. Decision 0063 says which list it was made from.
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const TARGET = "apps/server/src/features/accounts/common-passwords.txt.gz";
const WORDS_FROM_FIRST = 10_000;

const list = readFileSync(process.argv[2] ?? "", "utf8")
  .split(/\r?\n/)
  .map((password) => password.toLowerCase());

/** Words of 5 letters or more: the commonest without the digits and symbols at their ends. */
const words = list
  .slice(0, WORDS_FROM_FIRST)
  .map((password) => password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ""))
  .filter((word) => /^\p{L}{5,}$/u.test(word));

/** Only these can meet the password rule in some case (`PASSWORD_REQUIREMENTS`): of a million, some thousands. */
const passwords = list.filter(
  (password) =>
    password.length >= 6 &&
    password.length <= 100 &&
    /\p{L}.*\p{L}/u.test(password) &&
    /\d/.test(password) &&
    /[^\p{L}\p{N}]/u.test(password),
);

const sorted = (texts) => [...new Set(texts)].sort().join("\n");
writeFileSync(TARGET, gzipSync(`${sorted(words)}\n\n${sorted(passwords)}\n`, { level: 9 }));
