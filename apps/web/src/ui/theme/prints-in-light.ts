/** Paper is white: a page that is dark on the screen prints in the colors of the light theme. */
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
