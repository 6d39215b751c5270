import { z } from "zod";
import { settings } from "./settings.ts";

/** The settings that the guided list of an empty company looks at. */
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
/** Not strict, unlike settings: a device may have kept the reply of a newer server. */
const movingInSettings = z.object({
  ...shown.shape,
  // Optional because older servers, and the replies of theirs that devices keep, don't have them.
  showPaymentOptions: z.boolean().optional(),
  lifetimeWorkmanship: z.boolean().optional(),
});

/** How far a company is on its way to the first signed contract. Facts only; what is done follows from them. */
export const movingIn = z.object({
  /** Stays true when the document is deleted later. */
  hasSignedDocument: z.boolean(),
  /** Whether the caller has put the list away in this company. */
  isHidden: z.boolean(),
  settings: movingInSettings,
  /** Without the deactivated ones, who are in neither number. */
  users: z.object({ active: z.number().int(), invited: z.number().int(), deactivated: z.number().int() }),
  prices: z.object({
    /** Whether somebody of the company has published a version. */
    isPublished: z.boolean(),
    /** Fields whose current entry differs from the first version's. */
    changedFields: z.number().int(),
    hasEstimate: z.boolean(),
  }),
  /** The last test mail; null while none was tried. */
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
