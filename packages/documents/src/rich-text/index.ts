export { EDITOR_MODES, MODE_RULES, type EditorMode, type HeadingLevel, type ModeRules } from "./editor-modes.ts";
export { parseRichText } from "./parse-rich-text.ts";
export { reduceHtml } from "./reduce-html.ts";
export { plainText } from "./text-runs.ts";
export { richTextToHtml } from "./rich-text-to-html.ts";
export { isTextSetting, SETTING_MODES, type TextSettingName } from "./setting-modes.ts";
