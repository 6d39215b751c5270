/**
 * From one company color to every action color of the app, readable in light and dark (look.md, "Theme color").
 *
 * const { light } = deriveThemeColors("#2ab0da");
 * light.action; // "#0a6f8c", step 7, 5.7 : 1 on white
 */
import { contrastRatio, hexToOklch, isHexColor, oklchToHex } from "#ui/theme/oklch.ts";

/** Default theme color of a company, 1.§9. */
export const DEFAULT_THEME_COLOR = "#2ab0da";

/** WCAG 2.2 AA for text. */
export const MINIMUM_TEXT_CONTRAST = 4.5;

const WHITE = "#ffffff";
const TEXT_ON_DARK_ACTION = "#06222c";
const STEP_LIGHTNESS = [0.974, 0.938, 0.885, 0.82, 0.745, 0.665, 0.585, 0.505, 0.425, 0.34] as const;
const STEP_CHROMA_FACTOR = [0.14, 0.3, 0.52, 0.78, 0.95, 1, 1, 0.92, 0.8, 0.64] as const;
const CHROMA_RANGE = { least: 0.015, most: 0.17 } as const;
/** A color with less chroma than this has no hue worth keeping. */
const GREY_BELOW_CHROMA = 0.02;
const NEUTRAL_HUE = 235;
const DARK_SOFT_LIGHTNESS = 0.27;
/** Share of the held chroma in the dark selection ground; gives `#0d2a35` for the default color. */
const DARK_SOFT_CHROMA_FACTOR = 0.32;

type ThemeSteps = readonly [string, string, string, string, string, string, string, string, string, string];

/** The action colors of one scheme. `actionStep` is undefined when the company color itself is used. */
export interface ActionColors {
  action: string;
  actionHover: string;
  actionText: string;
  soft: string;
  actionStep: number | undefined;
}

export interface ThemeColors {
  /** The exact company color, for marks only: logo and the short bar on documents. */
  company: string;
  steps: ThemeSteps;
  light: ActionColors;
  dark: ActionColors;
}

/**
 * Ten steps, and the action, hover and selection colors of both schemes. Text that is not `#rrggbb` takes the default
 * color, because a half-typed setting must never leave the app without readable buttons.
 */
export function deriveThemeColors(companyColor: string): ThemeColors {
  const company = isHexColor(companyColor) ? companyColor.toLowerCase() : DEFAULT_THEME_COLOR;
  const { c: ownChroma, h: ownHue } = hexToOklch(company);
  const hue = ownChroma < GREY_BELOW_CHROMA ? NEUTRAL_HUE : ownHue;
  const chroma = Math.min(CHROMA_RANGE.most, Math.max(CHROMA_RANGE.least, ownChroma));
  const step = (index: number) =>
    oklchToHex({
      l: STEP_LIGHTNESS[index] ?? 0,
      c: chroma * (STEP_CHROMA_FACTOR[index] ?? 0),
      h: hue,
    });
  const steps: ThemeSteps = [step(0), step(1), step(2), step(3), step(4), step(5), step(6), step(7), step(8), step(9)];
  return {
    company,
    steps,
    light: lightColors({ company, steps }),
    dark: {
      action: steps[4],
      actionHover: steps[3],
      actionText: TEXT_ON_DARK_ACTION,
      soft: oklchToHex({ l: DARK_SOFT_LIGHTNESS, c: chroma * DARK_SOFT_CHROMA_FACTOR, h: hue }),
      actionStep: 4,
    },
  };
}

function lightColors({ company, steps }: Pick<ThemeColors, "company" | "steps">): ActionColors {
  const readsOnWhite = (color: string) => contrastRatio(color, WHITE) >= MINIMUM_TEXT_CONTRAST;
  const common = { actionText: WHITE, soft: steps[0] };
  if (readsOnWhite(company)) {
    return { ...common, action: company, actionHover: darkerThan({ color: company, steps }), actionStep: undefined };
  }
  const found = steps.findIndex(readsOnWhite);
  const actionStep = found === -1 ? steps.length - 1 : found;
  return {
    ...common,
    action: steps[actionStep] ?? steps[9],
    actionHover: steps[actionStep + 1] ?? steps[9],
    actionStep,
  };
}

/** The first step visibly darker than a color; for one darker than all steps, the darkest step (hover then lightens). */
function darkerThan({ color, steps }: { color: string; steps: ThemeSteps }): string {
  const { l } = hexToOklch(color);
  const index = STEP_LIGHTNESS.findIndex((stepLightness) => stepLightness < l - 0.03);
  return steps[index] ?? steps[9];
}
