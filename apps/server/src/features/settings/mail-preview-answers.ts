import type { CompanyId, MailPreviews } from "@ridgebook/contract";
import { inCompanySteps } from "#http/handlers.ts";

interface MailPreviewParts {
  readonly preview: (sample: {
    readonly companyId: CompanyId;
    /** The admin who looks, in the place of the salesperson who sends a document. */
    readonly sentBy: string;
  }) => Promise<MailPreviews>;
}

export const mailPreviewAnswers = ({ preview }: MailPreviewParts) =>
  inCompanySteps<"previewMails">({
    previewMails: ({ companyId, session }) => preview({ companyId, sentBy: session.user.email }),
  });
