import { Button } from "@mantine/core";
import { DEFAULT_THEME_COLOR } from "@ridgebook/contract";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useMemo, type CSSProperties } from "react";
import classes from "#features/config/company-settings/company-settings.module.css";
import { THEME_COLOR } from "#features/config/company-settings/company-setting-names.ts";
import { contrastText, textOn, themeFigures } from "#features/config/company-settings/theme-figures.ts";
import { settingFieldId } from "#features/config/settings-form/setting-fields.tsx";
import type { SettingsForm } from "#features/config/settings-form/use-settings-form.ts";
import { TextField } from "#ui/text-field.tsx";
import { NEUTRAL_TOKENS } from "#ui/theme/neutral-tokens.ts";
import { isHexColor } from "#ui/theme/oklch.ts";
import { deriveThemeColors, type ThemeColors } from "#ui/theme/theme-color.ts";

/** The color and the shades that the app derives from it, by the theme's own function. */
export function ThemeColorSetting({ form }: { form: SettingsForm }) {
  const { name, label } = THEME_COLOR;
  const typed = form.shown(name) as string;
  const isColor = isHexColor(typed);
  const colors = useMemo(() => deriveThemeColors(typed), [typed]);
  return (
    <div className={classes.theme}>
      <div className="rb-stack">
        <div className={classes.colorLine}>
          <input
            type="color"
            className={classes.swatch}
            aria-label="Choose the theme color"
            value={colors.company}
            onChange={(event) => form.change(name, event.currentTarget.value)}
          />
          <TextField
            id={settingFieldId(name)}
            className={classes.colorText}
            label={label}
            value={typed}
            error={form.errorOf(name)}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => form.change(name, event.currentTarget.value)}
          />
          <Button variant="tertiary" onClick={() => form.change(name, DEFAULT_THEME_COLOR)}>
            Default
          </Button>
        </div>
        {!isColor && (
          <p role="status" className="rb-hint">
            This is not a color such as {DEFAULT_THEME_COLOR}. The default is shown.
          </p>
        )}
        <Steps colors={colors} />
        <Figures colors={colors} />
        <p className="rb-hint">
          Your color stays exact in the logo and on documents. Buttons and text use the step that can be read in
          sunlight. The app takes the color when you save.
        </p>
      </div>
      <div className={classes.samples}>
        <Sample scheme="light" colors={colors} />
        <Sample scheme="dark" colors={colors} />
      </div>
    </div>
  );
}

function Steps({ colors: { steps } }: { colors: ThemeColors }) {
  return (
    <ol className={classes.steps} aria-label="Steps of the color">
      {steps.map((color, index) => (
        <li key={index} style={{ background: color, color: textOn(color) }}>
          {index}
        </li>
      ))}
    </ol>
  );
}

function Figures({ colors }: { colors: ThemeColors }) {
  return (
    <ul className="rb-list" aria-label="Contrast">
      {themeFigures(colors).map(({ label, color, source, contrast, isReadable }) => (
        <li key={label} className={classes.figure}>
          <span className={classes.figureColor} style={{ background: color }} />
          <span className={classes.figureLabel}>{label}</span>
          <span className={`rb-hint ${classes.figureSource}`}>{source}</span>
          <span className={classes.figureContrast}>{contrastText(contrast)}</span>
          {isReadable ? (
            <IconCheck size={18} stroke={1.75} role="img" aria-label="Easy to read" />
          ) : (
            <IconAlertTriangle size={18} stroke={1.75} role="img" aria-label="Hard to read" />
          )}
        </li>
      ))}
    </ul>
  );
}

/** A sample of the app in one scheme, independent of the page's. A picture: nothing in it can be pressed. */
function Sample({ scheme, colors }: { scheme: "light" | "dark"; colors: ThemeColors }) {
  const neutral = NEUTRAL_TOKENS[scheme];
  const action = colors[scheme];
  const tokens = {
    "--rb-canvas": neutral.canvas,
    "--rb-text": neutral.text,
    "--rb-text-2": neutral.text2,
    "--rb-action": action.action,
    "--rb-action-text": action.actionText,
    "--rb-soft": action.soft,
  } as CSSProperties;
  return (
    <div role="img" aria-label={`The app in the ${scheme} theme`} className={classes.sample} style={tokens}>
      <span className={classes.sampleButton}>Save &amp; next</span>
      <span className={classes.sampleRow}>
        3 recommended <b className={classes.sampleLink}>Use</b>
      </span>
      <span className={`rb-hint ${classes.sampleSwitch}`}>
        <span className={classes.sampleTrack} />
        Compare
      </span>
    </div>
  );
}
