import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { SignaturePad, type Signature } from "#ui/signature-pad/signature-pad.tsx";
import { UiProvider } from "#ui/theme/ui-provider.tsx";

/* A page for the browser tests of the signature pad: one pad, and what it told last. */

let told: (Signature | null)[] = [];

export const padPage = {
  mount: (): void => {
    const host = document.getElementById("root");
    if (!host) throw new Error("The page has no root.");
    told = [];
    createRoot(host).render(
      <StrictMode>
        <UiProvider>
          <main style={{ padding: 16, background: "var(--rb-surface)" }}>
            <h1 className="rb-heading">Signatures</h1>
            <SignaturePad
              label="Karen Whitfield, customer"
              onChange={(signature) => {
                told.push(signature);
              }}
            />
          </main>
        </UiProvider>
      </StrictMode>,
    );
  },
  /** What the pad told, from the first time to the last. */
  told: (): (Signature | null)[] => told,
};
