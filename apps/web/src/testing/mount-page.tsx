import { StrictMode, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { UiProvider } from "#ui/theme/ui-provider.tsx";

/** Puts a page for browser tests on the stage, with the theme and what lies over pages, as the app does. */
export function mountPage(contents: ReactNode): void {
  const host = document.getElementById("root");
  if (!host) throw new Error("The page has no root.");
  createRoot(host).render(
    <StrictMode>
      <UiProvider>{contents}</UiProvider>
    </StrictMode>,
  );
}
