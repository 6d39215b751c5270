import type { CompanyCamPhoto } from "@ridgebook/contract";
import { extensionOfType } from "#files/picture-kinds.ts";
import { providerProblemText } from "#server-client/provider-failure.ts";
import { readProblem } from "#server-client/read-problem.ts";

const WITHIN_MS = 60_000;
const NOT_FETCHED = "It could not be fetched. Try again with a signal.";

/** A photo's picture as a file, dated when the photo was taken; or an error message. */
export async function fetchPicture({
  id,
  url,
  takenAt,
}: Pick<CompanyCamPhoto, "id" | "url" | "takenAt">): Promise<{ file: File } | { message: string }> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), WITHIN_MS);
  try {
    const reply = await fetch(url, { signal: giveUp.signal });
    if (!reply.ok) return { message: refusalText({ status: reply.status, text: await reply.text() }) };
    const type = (reply.headers.get("content-type") ?? "").split(";")[0] ?? "";
    const extension = extensionOfType(type);
    // A captive portal may reply with a page.
    if (extension === undefined) return { message: NOT_FETCHED };
    const lastModified = takenAt === null ? Date.now() : Date.parse(takenAt);
    return { file: new File([await reply.blob()], `CompanyCam ${id}.${extension}`, { type, lastModified }) };
  } catch {
    return { message: NOT_FETCHED };
  } finally {
    clearTimeout(timer);
  }
}

function refusalText(reply: { status: number; text: string }): string {
  const problem = readProblem(reply);
  if (problem.code === "notFound") return "It is no longer among the photos of the lead’s link.";
  return providerProblemText(problem, "CompanyCam") ?? problem.message;
}
