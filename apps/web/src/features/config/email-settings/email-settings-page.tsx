import { MAIL_TEXTS, PASSWORD, SENDER, SERVER } from "#features/config/email-settings/email-setting-names.ts";
import { MailPreviews } from "#features/config/email-settings/mail-previews.tsx";
import { TestMail } from "#features/config/email-settings/test-mail.tsx";
import { SecretSetting } from "#features/config/settings-form/secret-setting.tsx";
import { LineSettings, TextSettings } from "#features/config/settings-form/setting-fields.tsx";
import { SettingsPage, type SettingsSection } from "#features/config/settings-form/settings-page.tsx";
import { useFirstRead } from "#local-data/first-reads.tsx";
import { LinksBanner, useIsLinksBannerPending } from "#server-client/links-banner.tsx";

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
    settings: MAIL_TEXTS,
    content: (form) => <TextSettings form={form} settings={MAIL_TEXTS} />,
  },
  {
    id: "previews",
    title: "Preview",
    settings: [],
    content: (form) => <MailPreviews form={form} />,
  },
];

/** The sender and texts of the company's mails (SET-04). */
export function EmailSettingsPage() {
  return <SettingsPage title="E-mail settings" form="email" sections={SECTIONS} intro={<Links />} />;
}

function Links() {
  useFirstRead(useIsLinksBannerPending());
  return <LinksBanner />;
}
