import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";

/** The storage key of the choice; nothing is stored while it follows the device. */
export const COLOR_SCHEME_KEY = "ridgebook-color-scheme";

type ColorSchemeChoice = "auto" | "light" | "dark";

/** The user's color scheme, its current meaning, and how to choose another. */
export function useColorSchemeChoice(): {
  choice: ColorSchemeChoice;
  scheme: "light" | "dark";
  choose: (choice: ColorSchemeChoice) => void;
} {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  return { choice: colorScheme, scheme, choose: setColorScheme };
}
