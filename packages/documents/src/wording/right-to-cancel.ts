import type { Settings } from "@ridgebook/contract";
import { lastDayToCancel } from "#cancellation/business-days.ts";
import type { Closing } from "#model/document-model.ts";
import { parseRichText } from "#rich-text/parse-rich-text.ts";
import { plainText } from "#rich-text/text-runs.ts";
import { dayText, weekdayText } from "./dates.ts";
import { companyAddress, companyName } from "./document-frame.ts";

/** The sentence of 16 CFR 429.1(a), unless the company has its own. */
const RIGHT_TO_CANCEL_NOTICE =
  "You, the buyer, may cancel this transaction at any time prior to midnight of the third business day after the date of this " +
  "transaction. See the attached notice of cancellation form for an explanation of this right.";

/** The form of 16 CFR 429.1(b), with the dates and names that the seller must enter. */
const cancellationForm = ({
  signedOn,
  lastDay,
  seller,
}: {
  signedOn: string;
  lastDay: string;
  seller: string;
}): NonNullable<Closing["rightToCancel"]>["form"] => ({
  title: "Notice of cancellation",
  paragraphs: [
    `Date of transaction: ${dayText(signedOn)}`,
    "You may CANCEL this transaction, without any Penalty or Obligation, within THREE BUSINESS DAYS from the above date.",
    "If you cancel, any property traded in, any payments made by you under the contract or sale, and any negotiable instrument " +
      "executed by you will be returned within TEN BUSINESS DAYS following receipt by the seller of your cancellation notice, and " +
      "any security interest arising out of the transaction will be cancelled.",
    "If you cancel, you must make available to the seller at your residence, in substantially as good condition as when received, " +
      "any goods delivered to you under this contract or sale, or you may, if you wish, comply with the instructions of the seller " +
      "regarding the return shipment of the goods at the seller’s expense and risk.",
    "If you do make the goods available to the seller and the seller does not pick them up within 20 days of the date of your " +
      "Notice of Cancellation, you may retain or dispose of the goods without any further obligation. If you fail to make the goods " +
      "available to the seller, or if you agree to return the goods to the seller and fail to do so, then you remain liable for " +
      "performance of all obligations under the contract.",
    "To cancel this transaction, mail or deliver a signed and dated copy of this Cancellation Notice or any other written notice, " +
      `or send a telegram, to ${seller}, NOT LATER THAN MIDNIGHT OF ${weekdayText(lastDay)}.`,
    "I HEREBY CANCEL THIS TRANSACTION.",
    "Date ____________________    Buyer’s signature ______________________________",
  ],
});

/**
 * The notice next to the signatures, with the last day to cancel, and its form (16 CFR 429); null if the company's settings omit it.
 *
 * @param signedOn the contract's day in the company's time zone
 */
export function rightToCancel(settings: Settings, signedOn: string): Closing["rightToCancel"] {
  if (!settings.showRightToCancel) return null;
  const lastDay = lastDayToCancel({ signedOn });
  const seller = [companyName(settings), companyAddress(settings)].filter((part) => part !== "").join(", at ");
  return {
    lastDay: weekdayText(lastDay),
    notice: plainText(parseRichText(settings.rightToCancelNotice)) || RIGHT_TO_CANCEL_NOTICE,
    form: cancellationForm({ signedOn, lastDay, seller: seller || "the seller" }),
  };
}
