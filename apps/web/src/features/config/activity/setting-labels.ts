import { settingsRecord } from "@ridgebook/contract";

const LABELS: Readonly<Record<string, string>> = settingsRecord.labels;

/** "smtp host": the key of an unknown setting as words. */
const keyInWords = (key: string): string => key.replace(/([a-z])([A-Z0-9])/g, "$1 $2").toLowerCase();

export const settingLabel = (key: string): string => LABELS[key] ?? keyInWords(key);
