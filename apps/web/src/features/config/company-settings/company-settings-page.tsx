import { MAX_FILE_BYTES, SETTING_FILES } from "@ridgebook/contract";
import { CompanyFields } from "#features/config/company-settings/company-fields.tsx";
import {
  ADDRESS,
  COUNTRY,
  DARK_LOGO,
  IDENTITY,
  LIGHT_LOGO,
  PHONES,
  SALESPERSON_TITLE,
  SIGN_IN_FLAGS,
  THEME_COLOR,
  TIME_ZONE,
  USAGE_FLAGS,
} from "#features/config/company-settings/company-setting-names.ts";
import classes from "#features/config/company-settings/company-settings.module.css";
import { PaperHead } from "#features/config/company-settings/paper-head.tsx";
import { ThemeColorSetting } from "#features/config/company-settings/theme-color-setting.tsx";
import { FlagSettings } from "#features/config/settings-form/setting-fields.tsx";
import { PictureSetting } from "#features/config/settings-form/setting-files.tsx";
import { SettingsPage, type SettingsSection } from "#features/config/settings-form/settings-page.tsx";

const SECTIONS: readonly SettingsSection[] = [
  {
    id: "company",
    // The group of pages beside it is called "Company".
    title: "Company details",
    settings: [...IDENTITY, ...ADDRESS, COUNTRY, SALESPERSON_TITLE, ...PHONES, TIME_ZONE],
    content: (form) => <CompanyFields form={form} />,
  },
  {
    id: "logos",
    title: "Logos",
    settings: [LIGHT_LOGO, DARK_LOGO],
    content: (form) => (
      <>
        <div className={classes.company}>
          <PictureSetting
            form={form}
            {...LIGHT_LOGO}
            rules={{ maxBytes: MAX_FILE_BYTES, extensions: SETTING_FILES.logoImage }}
          />
          <PictureSetting
            form={form}
            {...DARK_LOGO}
            ground="dark"
            rules={{ maxBytes: MAX_FILE_BYTES, extensions: SETTING_FILES.logoDarkImage }}
          />
        </div>
        <PaperHead form={form} />
      </>
    ),
  },
  {
    id: "theme",
    title: "Theme color",
    settings: [THEME_COLOR],
    content: (form) => <ThemeColorSetting form={form} />,
  },
  {
    id: "sign-in",
    title: "Login",
    settings: SIGN_IN_FLAGS,
    content: (form) => <FlagSettings form={form} settings={SIGN_IN_FLAGS} />,
  },
  {
    id: "usage",
    title: "Usage",
    settings: USAGE_FLAGS,
    content: (form) => <FlagSettings form={form} settings={USAGE_FLAGS} />,
  },
];

/** The company's data and the app's colors (SET-02, SET-03, SET-09, SET-13). */
export function CompanySettingsPage() {
  return <SettingsPage title="Company settings" form="company" sections={SECTIONS} />;
}
