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
    /** The previewing admin, in place of the salesperson who sends a document. */
    readonly sentBy: string;
    readonly edited: Partial<SettingsFields>;
  }) => Promise<MailPreviews>;
}

/** The changed settings that affect a mail. Throws validation like saving them. */
function readEdited(differences: readonly SettingsDifference[]): Partial<SettingsFields> {
  const { values, errors } = readSettingsDifferences(differences);
  if (errors) throw new Problem("validation", { errors });
  return Object.fromEntries(MAIL_SETTINGS.flatMap((name) => (name in values ? [[name, values[name]]] : [])));
}

export const mailPreviewAnswers = ({ preview }: MailPreviewParts) =>
  inCompanySteps({
    previewMails: ({ companyId, session }) => preview({ companyId, sentBy: session.user.email, edited: {} }),
    previewEditedMails: ({ body, companyId, session }) =>
      preview({ companyId, sentBy: session.user.email, edited: readEdited(body) }),
  });
