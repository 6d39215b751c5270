/** Paper is white: a page in the dark theme prints in the colors of the light one. */
export function printsInLight(): () => void {
  const root = document.documentElement;
  let onScreen: string | undefined;
  const begin = (): void => {
    onScreen = root.dataset.mantineColorScheme;
    root.dataset.mantineColorScheme = "light";
  };
  const end = (): void => {
    if (onScreen !== undefined) root.dataset.mantineColorScheme = onScreen;
  };
  window.addEventListener("beforeprint", begin);
  window.addEventListener("afterprint", end);
  return () => {
    window.removeEventListener("beforeprint", begin);
    window.removeEventListener("afterprint", end);
  };
}
