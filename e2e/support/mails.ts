import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { readMail } from "@ridgebook/testing/read-mail";
import { eventually } from "./journey.ts";
import type { AppServer } from "./start-app.ts";

/** The link in the last mail to a person; undefined while none has come. */
export async function findMailedLink({ outboxFolder }: AppServer, to: string): Promise<string | undefined> {
  if (!existsSync(outboxFolder)) return undefined;
  const names = (await readdir(outboxFolder)).filter((name) => name.endsWith(".eml")).sort();
  const mails = await Promise.all(names.map(async (name) => readMail(await readFile(path.join(outboxFolder, name)))));
  return mails.findLast((mail) => mail.to.includes(to))?.link?.toString();
}

export async function waitForMailedLink(app: AppServer, to: string): Promise<string> {
  await eventually(() => findMailedLink(app, to)).toBeDefined();
  return (await findMailedLink(app, to)) ?? "";
}
