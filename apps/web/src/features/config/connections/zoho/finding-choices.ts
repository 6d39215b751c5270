import type { ZohoFinding } from "@ridgebook/contract";

/** The buttons of a finding, each with the value that it keeps. */
export function choicesOf({
  kind,
  field,
}: Pick<ZohoFinding, "kind" | "field">): { keep: "here" | "there"; label: string }[] {
  if (kind === "deletedThere" || field === "userId") return [{ keep: "here", label: "OK" }];
  if (kind === "notTaken") return [{ keep: "here", label: "Look again" }];
  const there = { keep: "there", label: "Use Zoho’s" } as const;
  if (kind === "bothChanged") return [{ keep: "here", label: "Use ours" }, there];
  return kind === "notAccepted" ? [{ keep: "here", label: "Send again" }, there] : [there];
}
