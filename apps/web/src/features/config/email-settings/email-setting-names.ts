import { described, type FlagSetting } from "#features/config/settings-form/described-settings.ts";

/* The settings of the e-mail page, in its order. */

export const SENDER: readonly FlagSetting[] = [
  described({
    name: "fromEmailAddress",
    keyboard: "email",
    hint: "Mails come from it, if your own SMTP server sends them. Your company's name stands before it.",
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
