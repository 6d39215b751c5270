import type { InstallationInfo } from "#features/info/info-answers.ts";

export interface StartFacts {
  readonly publicUrl: string;
  readonly host: string;
  readonly dataFolder: string;
  readonly isEmbedded: boolean;
  /** The actual location of the data, if not the data folder. */
  readonly notice: string | undefined;
  /** The folder of unsent mails; undefined if a mail server is configured. */
  readonly outboxFolder: string | undefined;
  /** Whether a super admin can log in. */
  readonly hasAdmin: boolean;
  readonly demo: NonNullable<InstallationInfo["demo"]> | null;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

/** Whether only this machine can reach the address. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** Whether links with this address only open on this machine. */
export const isLocalUrl = (url: string): boolean => isLoopback(new URL(url).hostname.replaceAll(/^\[|\]$/g, ""));

/** A hint for an operator who has not set the public address; undefined if links work elsewhere. */
export const describeLinks = (publicUrl: string): string | undefined =>
  isLocalUrl(publicUrl)
    ? "links in mails open on this machine only. Set PUBLIC_URL to the address at which people open the app"
    : undefined;

const line = (label: string, text: string): string => `  ${label.padEnd(8)}${text}`;

/** The message of a ready server, in a few lines; prominent only if a demo is open to others. */
export function describeStart(facts: StartFacts): string {
  const lines = ["", "Ridgebook is ready.", "", line("Open", facts.publicUrl)];
  lines.push(
    line("Data", facts.isEmbedded ? facts.dataFolder : `${facts.dataFolder}, and the database of DATABASE_URL`),
  );
  if (facts.notice !== undefined) lines.push(line("", facts.notice));
  if (facts.outboxFolder !== undefined)
    lines.push(line("Mail", `no mail server is set: mails lie in ${facts.outboxFolder}`));
  if (!facts.hasAdmin)
    lines.push(
      line("Login", "nobody can log in yet. With the same settings, make the first admin:"),
      line("", "npm run create-admin -- you@example.com Pat Doe"),
    );
  const links = describeLinks(facts.publicUrl);
  if (links !== undefined) lines.push(line("Links", links));
  if (facts.demo) {
    const width = Math.max(...facts.demo.logins.map(({ email }) => email.length)) + 3;
    lines.push("", `This is a demo. Sign in with the password ${facts.demo.password} as`);
    for (const { email, description } of facts.demo.logins) lines.push(`  ${email.padEnd(width)}${description}`);
  }
  lines.push("", "Ctrl+C stops the server.", "");
  if (facts.demo && !isLoopback(facts.host)) lines.push(...describeOpenDemo(facts.host));
  return lines.join("\n");
}

function describeOpenDemo(host: string): string[] {
  const text = [
    `WARNING: this demo listens on ${host}, where others can reach it.`,
    "Everybody knows its passwords, those of its administrators too.",
    "Set DEMO=off or NODE_ENV=production, or HOST=127.0.0.1.",
  ];
  const frame = "!".repeat(Math.max(...text.map(({ length }) => length)) + 4);
  return [frame, ...text.map((words) => `! ${words}`), frame, ""];
}
