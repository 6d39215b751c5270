import { mountPage } from "#testing/mount-page.tsx";
import { SignaturePad, type Signature } from "#ui/signature-pad/signature-pad.tsx";

/* A page for the browser tests of the signature pad: one pad, and its last report. */

let told: (Signature | null)[] = [];

export const padPage = {
  mount: (): void => {
    told = [];
    mountPage(
      <main style={{ padding: 16, background: "var(--rb-surface)" }}>
        <h1 className="rb-heading">Signatures</h1>
        <SignaturePad
          label="Karen Whitfield, customer"
          onChange={(signature) => {
            told.push(signature);
          }}
        />
      </main>,
    );
  },
  /** The pad's reports, in order. */
  told: (): (Signature | null)[] => told,
};
