import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from "@mantine/core";
import { NEUTRAL_TOKENS, type NeutralTokens } from "#ui/theme/neutral-tokens.ts";
import { deriveThemeColors, type ActionColors } from "#ui/theme/theme-color.ts";
import button from "#ui/theme/button.module.css";
import floating from "#ui/theme/floating.module.css";
import input from "#ui/theme/input.module.css";

/** Maps Mantine's numbered greys to our neutrals. */
const GREY: MantineColorsTuple = [
  "#f3f5f6",
  "#eef1f3",
  "#e1e6e9",
  "#cdd5da",
  "#9aa7af",
  "#7b8992",
  "#5b6972",
  "#46545d",
  "#22313a",
  "#0f181d",
];
const DARK: MantineColorsTuple = [
  "#edf2f4",
  "#b6c2c9",
  "#94a2ab",
  "#71808a",
  "#262f35",
  "#1e262b",
  "#1e262b",
  "#13191d",
  "#0c1114",
  "#080c0e",
];

interface ButtonColors {
  background: string;
  hover: string;
  text: string;
  border?: string;
}

/** look.md "Buttons". Mantine's own names for the same roles stay usable. */
const BUTTON_COLORS: Record<string, ButtonColors> = {
  primary: { background: "var(--rb-action)", hover: "var(--rb-action-hover)", text: "var(--rb-action-text)" },
  secondary: { background: "var(--rb-field-ground)", hover: "var(--rb-line)", text: "var(--rb-text)" },
  outline: {
    background: "transparent",
    hover: "var(--rb-field)",
    text: "var(--rb-text)",
    border: "1px solid var(--rb-rule)",
  },
  tertiary: { background: "transparent", hover: "var(--rb-soft)", text: "var(--rb-action)" },
  danger: { background: "var(--rb-bad-fill)", hover: "var(--rb-bad-fill-hover)", text: "#fff" },
  "danger-text": { background: "transparent", hover: "var(--rb-bad-ground)", text: "var(--rb-bad)" },
  success: { background: "var(--rb-ok-fill)", hover: "var(--rb-ok-fill-hover)", text: "#fff" },
};
const BUTTON_ALIASES: Record<string, string> = { filled: "primary", default: "secondary", subtle: "tertiary" };

const BUTTON_HEIGHTS: Record<string, string> = {
  sm: "2rem",
  md: "var(--rb-button-height)",
  lg: "var(--rb-action-height)",
};

function buttonVariables({ variant = "primary", size = "md" }: { variant?: string; size?: string }) {
  const colors = BUTTON_COLORS[BUTTON_ALIASES[variant] ?? variant];
  const isText = variant === "tertiary" || variant === "subtle" || variant === "danger-text";
  return {
    root: {
      "--button-height": BUTTON_HEIGHTS[size],
      "--button-padding-x": isText || size === "sm" ? "0.75rem" : size === "lg" ? "1.5rem" : "1rem",
      "--button-fz": size === "lg" ? "var(--rb-action-font)" : "0.875rem",
      ...(colors && {
        "--button-bg": colors.background,
        "--button-hover": colors.hover,
        "--button-color": colors.text,
        "--button-bd": colors.border ?? "1px solid transparent",
        "--button-hover-color": colors.text,
      }),
    },
  };
}

/**
 * The Mantine theme of one company, and the CSS variables that every other style is written with. Only the action
 * colors depend on the company; everything else is the same in every company's app.
 */
export function createRidgebookTheme(companyColor: string): {
  theme: MantineThemeOverride;
  cssVariablesResolver: CSSVariablesResolver;
} {
  const colors = deriveThemeColors(companyColor);
  const theme = createTheme({
    fontFamily: '"Inter Variable", Inter, system-ui, sans-serif',
    headings: {
      fontFamily: '"Inter Variable", Inter, system-ui, sans-serif',
      fontWeight: "600",
      sizes: {
        h1: { fontSize: "1.75rem", lineHeight: "2.25rem" },
        h2: { fontSize: "1.25rem", lineHeight: "1.75rem" },
        h3: { fontSize: "1rem", lineHeight: "1.5rem" },
        h4: { fontSize: "0.875rem", lineHeight: "1.25rem" },
      },
    },
    colors: { brand: colors.steps, gray: GREY, dark: DARK },
    primaryColor: "brand",
    primaryShade: { light: 7, dark: 4 },
    fontSizes: { xs: "0.75rem", sm: "0.875rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
    lineHeights: { xs: "1.3333", sm: "1.4286", md: "1.4286", lg: "1.5", xl: "1.4" },
    fontWeights: { regular: "400", medium: "550", bold: "600" },
    spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
    radius: { xs: "0.25rem", sm: "0.25rem", md: "0.375rem", lg: "0.5rem", xl: "0.5rem" },
    defaultRadius: "md",
    breakpoints: { xs: "24em", sm: "40em", md: "64em", lg: "80em", xl: "100em" },
    shadows: {
      xs: "none",
      sm: "var(--rb-shadow)",
      md: "var(--rb-shadow)",
      lg: "var(--rb-shadow)",
      xl: "var(--rb-shadow)",
    },
    respectReducedMotion: true,
    cursorType: "pointer",
    activeClassName: "",
    components: {
      Button: {
        defaultProps: { variant: "primary", size: "md" },
        classNames: button,
        vars: (_theme: unknown, props: { variant?: string; size?: string }) => buttonVariables(props),
      },
      Input: {
        classNames: { wrapper: input.wrapper, input: input.input, section: input.section },
        vars: () => ({
          wrapper: { "--input-height": "var(--rb-control-height)", "--input-fz": "var(--rb-control-font)" },
        }),
      },
      InputWrapper: {
        defaultProps: { inputWrapperOrder: ["label", "input", "error", "description"] },
        classNames: {
          root: input.root,
          label: input.label,
          required: input.required,
          error: input.error,
          description: input.hint,
        },
        vars: () => ({
          label: { "--input-label-size": "0.75rem" },
          error: { "--input-error-size": "0.75rem" },
          description: { "--input-description-size": "0.8125rem" },
        }),
      },
      Modal: {
        defaultProps: {
          centered: true,
          size: 480,
          padding: 24,
          transitionProps: { transition: "fade", duration: 120 },
          overlayProps: { backgroundOpacity: 1, color: "transparent" },
          closeButtonProps: { "aria-label": "Close" },
        },
        classNames: {
          content: floating.dialog,
          header: floating.header,
          title: floating.title,
          overlay: floating.overlay,
          close: floating.close,
        },
      },
      Drawer: {
        defaultProps: {
          position: "right",
          size: 760,
          padding: 32,
          transitionProps: { duration: 180, timingFunction: "ease-out" },
          overlayProps: { backgroundOpacity: 1, color: "transparent" },
          closeButtonProps: { "aria-label": "Close" },
        },
        classNames: {
          content: floating.drawer,
          header: floating.header,
          title: floating.title,
          overlay: floating.overlay,
          close: floating.close,
        },
      },
      Anchor: { defaultProps: { underline: "hover" } },
    },
  });

  const cssVariablesResolver: CSSVariablesResolver = () => ({
    variables: { "--rb-company": colors.company },
    light: schemeVariables({ neutral: NEUTRAL_TOKENS.light, action: colors.light }),
    dark: schemeVariables({ neutral: NEUTRAL_TOKENS.dark, action: colors.dark }),
  });
  return { theme, cssVariablesResolver };
}

function schemeVariables({
  neutral,
  action,
}: {
  neutral: NeutralTokens;
  action: ActionColors;
}): Record<string, string> {
  return {
    "--rb-canvas": neutral.canvas,
    "--rb-surface": neutral.surface,
    "--rb-field": neutral.field,
    "--rb-line": neutral.line,
    "--rb-rule": neutral.rule,
    "--rb-text": neutral.text,
    "--rb-text-2": neutral.text2,
    "--rb-text-3": neutral.text3,
    "--rb-neutral-bar": neutral.neutralBar,
    "--rb-ink": neutral.ink,
    "--rb-ok": neutral.ok,
    "--rb-ok-ground": neutral.okGround,
    "--rb-ok-fill": neutral.okFill,
    "--rb-ok-fill-hover": neutral.okFillHover,
    "--rb-warn": neutral.warn,
    "--rb-warn-ground": neutral.warnGround,
    "--rb-bad": neutral.bad,
    "--rb-bad-ground": neutral.badGround,
    "--rb-bad-fill": neutral.badFill,
    "--rb-bad-fill-hover": neutral.badFillHover,
    "--rb-notice": neutral.notice,
    "--rb-notice-text": neutral.noticeText,
    "--rb-action": action.action,
    "--rb-action-hover": action.actionHover,
    "--rb-action-text": action.actionText,
    "--rb-soft": action.soft,
    "--mantine-color-body": neutral.surface,
    "--mantine-color-text": neutral.text,
    "--mantine-color-bright": neutral.text,
    "--mantine-color-dimmed": neutral.text3,
    "--mantine-color-placeholder": neutral.text3,
    "--mantine-color-error": neutral.bad,
    "--mantine-color-success": neutral.ok,
    "--mantine-color-anchor": action.action,
    "--mantine-color-default": neutral.field,
    "--mantine-color-default-hover": neutral.line,
    "--mantine-color-default-color": neutral.text,
    "--mantine-color-default-border": neutral.line,
    "--mantine-color-disabled": neutral.field,
    "--mantine-color-disabled-color": neutral.text3,
    "--mantine-color-disabled-border": neutral.line,
    "--mantine-primary-color-filled": action.action,
    "--mantine-primary-color-filled-hover": action.actionHover,
    "--mantine-primary-color-contrast": action.actionText,
    "--mantine-primary-color-light": action.soft,
    "--mantine-primary-color-light-hover": action.soft,
    "--mantine-primary-color-light-color": action.action,
  };
}
