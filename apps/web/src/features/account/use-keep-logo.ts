import { fileUrl, isNoFile } from "@ridgebook/contract";
import { useEffect } from "react";
import { drawLogo, keepLogo, readKeptLogo } from "#features/account/kept-logo.ts";
import type { Session } from "#server-client/session-context.tsx";
import { keptTexts } from "#ui/kept-texts.ts";

/** Keeps the current company's logo for the login page of this device, and drops it if the company has none. */
export function useKeepLogo({
  companyId,
  companyName = "",
  settings,
  isOnline,
}: Pick<Session, "companyId" | "companyName" | "settings" | "isOnline">): void {
  const fileId = settings?.logoImage;
  useEffect(() => {
    if (companyId === null || fileId === undefined || !isOnline) return undefined;
    if (fileId === null || isNoFile(fileId)) {
      keepLogo(keptTexts, undefined);
      return undefined;
    }
    const kept = readKeptLogo(keptTexts);
    if (kept?.fileId === fileId && kept.companyName === companyName) return undefined;
    let isOver = false;
    drawLogo(fileUrl({ id: fileId, companyId })).then(
      (picture) => {
        if (!isOver) keepLogo(keptTexts, { fileId, companyName, picture });
      },
      // The login page works without it.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [companyId, companyName, fileId, isOnline]);
}
