import { EMAIL_TEXTS } from "#features/config/contract-settings/contract-setting-names.ts";
import { TestMail } from "#features/config/email-settings/test-mail.tsx";
import type { FlagSetting } from "#features/config/settings-form/described-settings.ts";
import { SecretSetting } from "#features/config/settings-form/secret-setting.tsx";
import { LineSettings, TextSettings } from "#features/config/settings-form/setting-fields.tsx";
import { SettingsPage, type SettingsSection } from "#features/config/settings-form/settings-page.tsx";

const SENDER: readonly FlagSetting[] = [
  {
    name: "fromEmailAddress",
    label: "From address",
    hint: "Mails come from it, if your own SMTP server sends them.",
  },
  {
    name: "replyToEmailAddress",
    label: "Reply-to address",
    hint: "Answers go to it, if your own SMTP server sends the mails.",
  },
];

const SERVER: readonly FlagSetting[] = [
  {
    name: "smtpHost",
    label: "SMTP host",
    hint: "Such as smtp.example.com. Without one, this installation's server sends the mails.",
  },
  { name: "smtpPort", label: "SMTP port", hint: "465, 587, 25 or 2525. With 0, port 587 is used." },
  { name: "smtpUserName", label: "SMTP user name", hint: "Without one, the server is used without signing in." },
];

const PASSWORD = { name: "smtpPassword", label: "SMTP password" } as const;

const SECTIONS: readonly SettingsSection[] = [
  {
    id: "sender",
    title: "Sender",
    settings: SENDER,
    content: (form) => <LineSettings form={form} settings={SENDER} />,
  },
  {
    id: "smtp",
    title: "SMTP",
    settings: [...SERVER, PASSWORD],
    content: (form) => (
      <>
        <LineSettings form={form} settings={SERVER} />
        <SecretSetting
          form={form}
          {...PASSWORD}
          hint="Stored encrypted and never shown again."
          isSet={form.settings.smtpPasswordIsSet}
        />
        <TestMail form={form} />
      </>
    ),
  },
  {
    id: "texts",
    title: "Texts",
    settings: EMAIL_TEXTS,
    content: (form) => <TextSettings form={form} settings={EMAIL_TEXTS} />,
  },
];

/** Who sends the company's mails, and what they say (SET-04). */
export function EmailSettingsPage() {
  return <SettingsPage title="E-mail settings" form="email" sections={SECTIONS} />;
}
