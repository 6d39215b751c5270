import { z } from "zod";
import { settings } from "./settings.ts";

/** Settings that the setup list of an empty company needs. */
const shown = settings.pick({
  companyName: true,
  logoImage: true,
  logoDarkImage: true,
  license: true,
  addressStreet: true,
  addressCity: true,
  addressState: true,
  addressPostalCode: true,
  phoneNumber: true,
  replyToEmailAddress: true,
  paymentOptions: true,
  zeroInterest: true,
  reducedRate: true,
  cashCheckDiscount: true,
  contractFinancingApr: true,
});
/** Not strict, unlike settings: a device may have stored a newer server's reply. */
const movingInSettings = z.object({
  ...shown.shape,
  // Optional: older servers, and stored replies, lack them.
  showPaymentOptions: z.boolean().optional(),
  lifetimeWorkmanship: z.boolean().optional(),
});

/** A company's progress to the first signed contract, as facts. */
export const movingIn = z.object({
  /** Stays true when the document is deleted later. */
  hasSignedDocument: z.boolean(),
  /** Whether the caller has hidden the list in this company. */
  isHidden: z.boolean(),
  settings: movingInSettings,
  /** Excludes deactivated users. */
  users: z.object({ active: z.number().int(), invited: z.number().int(), deactivated: z.number().int() }),
  prices: z.object({
    /** Whether someone of the company has published a version. */
    isPublished: z.boolean(),
    /** Fields whose current entry differs from the first version's. */
    changedFields: z.number().int(),
    hasEstimate: z.boolean(),
  }),
  /** The last test mail; null without one. */
  testMail: z
    .object({
      isSent: z.boolean(),
      /** Whether the sender or the mail server was changed afterwards. */
      isOutdated: z.boolean(),
    })
    .nullable(),
  leads: z.number().int(),
});
export type MovingIn = z.infer<typeof movingIn>;
