/** The contents of a file, as Vite bundles it. */
declare module "*.txt?raw" {
  const text: string;
  // eslint-disable-next-line no-restricted-exports -- this is how Vite gives it
  export default text;
}
