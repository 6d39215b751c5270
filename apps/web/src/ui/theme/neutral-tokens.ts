/** One neutral scale and the state colors, light and dark (look.md, "Color"). */
export interface NeutralTokens {
  canvas: string;
  surface: string;
  field: string;
  line: string;
  rule: string;
  text: string;
  text2: string;
  text3: string;
  neutralBar: string;
  ink: string;
  ok: string;
  okGround: string;
  warn: string;
  warnGround: string;
  bad: string;
  badGround: string;
  /** Filled confirm buttons; white text reads on both in either scheme. */
  badFill: string;
  badFillHover: string;
  okFill: string;
  okFillHover: string;
  /** Background and text of notices; the one surface that is dark in both schemes. */
  notice: string;
  noticeText: string;
}

export const NEUTRAL_TOKENS: { light: NeutralTokens; dark: NeutralTokens } = {
  light: {
    canvas: "#f3f5f6",
    surface: "#ffffff",
    field: "#eef1f3",
    line: "#e1e6e9",
    rule: "#7b8992",
    text: "#0f181d",
    text2: "#46545d",
    text3: "#5b6972",
    neutralBar: "#9aa7af",
    ink: "#22313a",
    ok: "#17663a",
    okGround: "#e5f3ea",
    warn: "#7a4d00",
    warnGround: "#fff3d9",
    bad: "#a8231b",
    badGround: "#fdecea",
    badFill: "#a8231b",
    badFillHover: "#8c1b14",
    okFill: "#17663a",
    okFillHover: "#11522d",
    notice: "#0f181d",
    noticeText: "#edf2f4",
  },
  dark: {
    canvas: "#0c1114",
    surface: "#13191d",
    field: "#1e262b",
    line: "#262f35",
    rule: "#71808a",
    text: "#edf2f4",
    text2: "#b6c2c9",
    text3: "#94a2ab",
    neutralBar: "#56646d",
    ink: "#c3cfd6",
    ok: "#7fd3a0",
    okGround: "#11281b",
    warn: "#f0c067",
    warnGround: "#2d230c",
    bad: "#ff9a90",
    badGround: "#34150f",
    badFill: "#b92c23",
    badFillHover: "#cc3a30",
    okFill: "#1a7341",
    okFillHover: "#1e7f49",
    // A step above the field background, so that the notice stands out on a dark page.
    notice: "#2c373e",
    noticeText: "#edf2f4",
  },
};
