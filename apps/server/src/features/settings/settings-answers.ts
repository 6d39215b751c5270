import { Problem } from "@ridgebook/contract";
import { readSettings } from "#database/company-settings.ts";
import { inCompany } from "#http/handlers.ts";
import { readSettingsDifferences } from "./read-settings-differences.ts";
import { toSettings } from "./settings-presenter.ts";
import { writeSettings } from "./settings-repository.ts";

/** The calls of settings (1.§7, 3.§7). `now` is the clock of modified times. */
export const settingsAnswers = ({ now }: { now: () => Date }) =>
  inCompany<"getSettings" | "updateSettings">({
    async getSettings({ scope }) {
      const { values } = await readSettings(scope);
      return toSettings(values);
    },

    async updateSettings({ body, scope }) {
      const { values, errors } = readSettingsDifferences(body);
      if (errors) throw new Problem("validation", { errors });
      return toSettings(await writeSettings(scope, { values, modifiedTime: now() }));
    },
  });
