import type { PrintOrder } from "#jobs/pdf/print-document.ts";
import type { Printer } from "#jobs/pdf/printer.ts";

/**
 * A printer for tests around papers: `draw` draws, and every PDF of a signed document is accepted. Real ones are compared in
 * features/documents/check-signed.db.test.ts.
 */
export const standInPrinter = (draw: (order: PrintOrder) => Uint8Array | Promise<Uint8Array>): Printer => ({
  print: async (order) =>
    order.kind === "compare"
      ? new TextEncoder().encode(JSON.stringify({ difference: null, finding: null }))
      : draw(order),
  close: () => Promise.resolve(),
});
