import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { useEffect, useMemo, type ReactNode } from "react";
import "@fontsource-variable/inter/wght.css";
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/VisuallyHidden.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Loader.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/ActionIcon.layer.css";
import "@mantine/core/styles/Button.layer.css";
import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import "@mantine/core/styles/Group.layer.css";
import "@mantine/core/styles/Stack.layer.css";
import "@mantine/core/styles/Text.layer.css";
import "@mantine/core/styles/Title.layer.css";
import "@mantine/core/styles/Anchor.layer.css";
import "#ui/theme/global.css";
import "#ui/theme/parts.css";
import "#ui/theme/print.css";
import { COLOR_SCHEME_KEY } from "#ui/theme/color-scheme.ts";
import { createRidgebookTheme } from "#ui/theme/create-theme.ts";
import { useApplyDensity } from "#ui/theme/density.ts";
import { printsInLight } from "#ui/theme/prints-in-light.ts";
import { DEFAULT_THEME_COLOR } from "#ui/theme/theme-color.ts";

const colorSchemeManager = localStorageColorSchemeManager({ key: COLOR_SCHEME_KEY });

/** Gives everything below it the look of one company, in the user's color scheme and density. */
export function UiProvider({
  companyColor = DEFAULT_THEME_COLOR,
  children,
}: {
  companyColor?: string | undefined;
  children: ReactNode;
}) {
  const { theme, cssVariablesResolver } = useMemo(() => createRidgebookTheme(companyColor), [companyColor]);
  useApplyDensity();
  useEffect(printsInLight, []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
    >
      {children}
    </MantineProvider>
  );
}
