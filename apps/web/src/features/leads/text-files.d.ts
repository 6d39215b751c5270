/** The contents of a file, as Vite bundles it. */
declare module "*.txt?raw" {
  const text: string;
  export default text;
}
