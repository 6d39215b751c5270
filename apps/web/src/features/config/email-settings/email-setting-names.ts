import { EMAIL_TEXTS } from "#features/config/contract-settings/contract-setting-names.ts";
import {
  described,
  texts,
  type FlagSetting,
  type TextSetting,
} from "#features/config/settings-form/described-settings.ts";

/* The settings of the e-mail page, in its order. */

export const SENDER: readonly FlagSetting[] = [
  described({
    name: "fromEmailAddress",
    keyboard: "email",
    hint: "Mails come from it, if your own SMTP server sends them. Your company's name is shown before it.",
  }),
  described({
    name: "replyToEmailAddress",
    keyboard: "email",
    hint: "Answers to all mails go to it, whichever server sends them.",
  }),
];

export const SERVER: readonly FlagSetting[] = [
  described({
    name: "smtpHost",
    keyboard: "url",
    hint: "Such as smtp.example.com. Without one, this installation's server sends the mails, if it has one. Invitations always go through that one.",
  }),
  described({ name: "smtpPort", keyboard: "numeric", hint: "465, 587, 25 or 2525. With 0, port 587 is used." }),
  described({ name: "smtpUserName", hint: "Without one, the server is used without signing in." }),
];

export const PASSWORD = described({ name: "smtpPassword" });

/** The company's own texts in its mails, in the order of their previews. */
export const MAIL_TEXTS: readonly TextSetting[] = [
  ...texts([
    {
      name: "invitationEmailMessage",
      label: "Invitation of a new user",
      hint: "Shown above who invites and the link to accept.",
    },
    {
      name: "setupEmailMessage",
      label: "Set-up of an account",
      hint: "Shown above the link to choose a password.",
    },
    {
      name: "resetEmailMessage",
      label: "New password",
      hint: "Shown above the link to choose a new one. People who work in several companies get that mail without it.",
    },
    { name: "usageReportEmailMessage", label: "Usage report", hint: "Shown above the table." },
  ]),
  ...EMAIL_TEXTS.map((text) => ({ ...text, label: "Document" })),
];
