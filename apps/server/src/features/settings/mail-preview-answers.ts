import {
  MAIL_SETTINGS,
  Problem,
  type CompanyId,
  type MailPreviews,
  type SettingsDifference,
  type SettingsFields,
} from "@ridgebook/contract";
import { inCompanySteps } from "#http/handlers.ts";
import { readSettingsDifferences } from "./read-settings-differences.ts";

interface MailPreviewParts {
  readonly preview: (sample: {
    readonly companyId: CompanyId;
    /** The admin who looks, in the place of the salesperson who sends a document. */
    readonly sentBy: string;
    readonly edited: Partial<SettingsFields>;
  }) => Promise<MailPreviews>;
}

/** What of the differences shows in a mail. Throws validation as saving them would. */
function readEdited(differences: readonly SettingsDifference[]): Partial<SettingsFields> {
  const { values, errors } = readSettingsDifferences(differences);
  if (errors) throw new Problem("validation", { errors });
  return Object.fromEntries(MAIL_SETTINGS.flatMap((name) => (name in values ? [[name, values[name]]] : [])));
}

export const mailPreviewAnswers = ({ preview }: MailPreviewParts) =>
  inCompanySteps<"previewMails" | "previewEditedMails">({
    previewMails: ({ companyId, session }) => preview({ companyId, sentBy: session.user.email, edited: {} }),
    previewEditedMails: ({ body, companyId, session }) =>
      preview({ companyId, sentBy: session.user.email, edited: readEdited(body) }),
  });
