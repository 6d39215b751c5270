// The bundler's result for an import of a style sheet.

declare module "*.module.css" {
  /** Local class name to the unique one in the page. */
  const classes: Readonly<Record<string, string>>;
  // eslint-disable-next-line no-restricted-exports -- the bundler gives the names as the default export
  export default classes;
}

declare module "*.css" {}

declare module "*.ttf?url" {
  /** Address of the file. */
  const url: string;
  // eslint-disable-next-line no-restricted-exports -- the bundler gives the address as the default export
  export default url;
}
