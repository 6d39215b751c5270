import type { SyncedRecord } from "@ridgebook/contract";
import type { ChangeFeed } from "#database/change-feed.ts";
import { readSettings, toSettings } from "#database/company-settings.ts";

/** The company's settings for devices: one record, which exists even if nothing was ever changed. */
export const settingsFeed: ChangeFeed<SyncedRecord["settings"]> = async (scope, { above, upTo }) => {
  const { values, changeNumber, modifiedTime } = await readSettings(scope);
  if (changeNumber <= above || changeNumber > upTo) return [];
  return [
    { changeNumber, record: { ...toSettings(values), id: 1, modifiedTime: modifiedTime?.toISOString() ?? null } },
  ];
};
