import {
  formatDateTime,
  routes,
  TOKEN_CALLS,
  type IntegrationAccess,
  type Route,
  type TokenAccess,
  type TokenCallName,
} from "@ridgebook/contract";

export const ACCESS_LABELS: Readonly<Record<TokenAccess, string>> = {
  read: "Read",
  readWrite: "Read and write",
};

interface TokenCall {
  /** "GET /api/leads/{id}" */
  readonly call: string;
  readonly summary: string;
}

/** The calls that a token with this access may make. */
export const callsOf = (access: TokenAccess): TokenCall[] =>
  (Object.entries(TOKEN_CALLS) as [TokenCallName, TokenAccess][])
    .filter(([, needed]) => needed === "read" || access === "readWrite")
    .map(([name]) => {
      const { method, path, summary }: Route = routes[name];
      return { call: `${method} ${path.replace(/:(\w+)/g, "{$1}").replace(/\/$/, "")}`, summary };
    });

interface CallExample {
  readonly title: string;
  /** For a shell. */
  readonly command: string;
}

/** Example calls against this installation's address. The token stays in a variable, out of the shell's history. */
export function examplesOf({ origin, access }: { origin: string; access: TokenAccess }): CallExample[] {
  const authorization = `-H "Authorization: Bearer $RIDGEBOOK_TOKEN"`;
  const read: CallExample[] = [
    { title: "The newest leads", command: `curl ${authorization} \\\n  "${origin}/api/leads?limit=50"` },
    {
      title: "One document as PDF",
      command: `curl ${authorization} \\\n  -o contract.pdf "${origin}/pdf/contract/1"`,
    },
  ];
  if (access === "read") return read;
  return [
    ...read,
    {
      title: "Add a lead; sent again with the same key, it adds no second one",
      command: [
        `curl ${authorization} \\`,
        `  -H "Content-Type: application/json" -H "Idempotency-Key: 7f1f3f9e-6f0a-4b52-9a53-0d2c8f6f1c11" \\`,
        `  -d '{"firstName": "Joan", "lastName": "Ward", "phone": "216 555 0142"}' \\`,
        `  "${origin}/api/leads/"`,
      ].join("\n"),
    },
  ];
}

export function createdText(
  { createdBy, createdTime }: NonNullable<IntegrationAccess["token"]>,
  timeZone: string,
): string {
  const time = formatDateTime({ time: createdTime, timeZone });
  return createdBy === "" ? time : `${time}, by ${createdBy}`;
}

export const lastUsedText = (
  { lastUsedTime, lastUsedAddress = "" }: { lastUsedTime: string | null; lastUsedAddress?: string },
  timeZone: string,
): string => {
  if (lastUsedTime === null) return "Never";
  const time = formatDateTime({ time: lastUsedTime, timeZone });
  return lastUsedAddress === "" ? time : `${time}, from ${lastUsedAddress}`;
};
