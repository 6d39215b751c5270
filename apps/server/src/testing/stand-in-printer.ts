import type { PrintOrder } from "#jobs/pdf/print-document.ts";
import type { Printer } from "#jobs/pdf/printer.ts";

/**
 * A printer for tests of what happens around papers: `draw` draws, and every PDF that comes with a signed document is taken for its
 * own. Real ones are compared in features/documents/check-signed.db.test.ts.
 */
export const standInPrinter = (draw: (order: PrintOrder) => Uint8Array | Promise<Uint8Array>): Printer => ({
  print: async (order) =>
    order.kind === "compare"
      ? new TextEncoder().encode(JSON.stringify({ difference: null, finding: null }))
      : draw(order),
  close: () => Promise.resolve(),
});
