import type { SettingsFields } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import type { CompanyStepsContext } from "#http/handlers.ts";
import { noteActs } from "#http/note-activity.ts";
import { changedSettings } from "./changed-settings.ts";
import { holdSettings, writeSettings } from "./settings-repository.ts";

/** Writes settings that follow from another action, with their Activity entry; unchanged ones are skipped. */
export const changeSettings =
  ({ now }: { now: () => Date }) =>
  async (
    scope: CompanyScope,
    who: Pick<CompanyStepsContext, "session" | "caller">,
    values: Partial<SettingsFields>,
  ): Promise<void> => {
    const before = await holdSettings(scope);
    const acts = changedSettings(before, { ...before, ...values });
    if (acts.length === 0) return;
    await writeSettings(scope, { values, modifiedTime: now() });
    await noteActs({ scope, ...who }, acts);
  };
