import { NEUTRAL_TOKENS } from "#ui/theme/neutral-tokens.ts";
import { contrastRatio } from "#ui/theme/oklch.ts";
import { MINIMUM_TEXT_CONTRAST, type ThemeColors } from "#ui/theme/theme-color.ts";

const WHITE = "#ffffff";
const BLACK = "#000000";

/** One use of the company's color, and its contrast there. */
interface ThemeFigure {
  readonly label: string;
  readonly color: string;
  /** "step 7", or "your color" if no other step is needed. */
  readonly source: string;
  /** WCAG's ratio: text needs 4.5 or more. */
  readonly contrast: number;
  readonly isReadable: boolean;
}

const figure = ({
  label,
  color,
  step,
  text,
}: {
  label: string;
  color: string;
  step: number | undefined;
  text: string;
}): ThemeFigure => {
  const contrast = contrastRatio(color, text);
  return {
    label,
    color,
    contrast,
    source: step === undefined ? "your color" : `step ${String(step)}`,
    isReadable: contrast >= MINIMUM_TEXT_CONTRAST,
  };
};

export const themeFigures = ({ light, dark }: ThemeColors): readonly ThemeFigure[] => [
  figure({ label: "Text and buttons on white", color: light.action, step: light.actionStep, text: light.actionText }),
  figure({ label: "Buttons in the dark theme", color: dark.action, step: dark.actionStep, text: dark.actionText }),
  figure({ label: "Selection behind text", color: light.soft, step: 0, text: NEUTRAL_TOKENS.light.text }),
];

/** "5.7 : 1", rounded down: 4.49 is not enough, so it must not be shown as 4.5. */
export const contrastText = (contrast: number): string => `${(Math.floor(contrast * 10) / 10).toFixed(1)} : 1`;

/** White or black, whichever has more contrast on a color; one of them is always enough. */
export const textOn = (color: string): string =>
  contrastRatio(color, WHITE) >= contrastRatio(color, BLACK) ? WHITE : BLACK;
