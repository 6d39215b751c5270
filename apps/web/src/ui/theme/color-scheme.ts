import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";

/** Where the person's choice is kept; nothing is kept while it follows the device. */
export const COLOR_SCHEME_KEY = "ridgebook-color-scheme";

type ColorSchemeChoice = "auto" | "light" | "dark";

/** The color scheme the person chose, what that means right now, and how to choose another. */
export function useColorSchemeChoice(): {
  choice: ColorSchemeChoice;
  scheme: "light" | "dark";
  choose: (choice: ColorSchemeChoice) => void;
} {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  return { choice: colorScheme, scheme, choose: setColorScheme };
}
