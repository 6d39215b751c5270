/** The help of each page, as `bundling/guide-help.ts` reads it from docs/guide. */
declare module "virtual:page-help" {
  export const pageHelp: Readonly<
    Record<import("#app/help/page-help.ts").PageWithHelp, readonly import("#app/help/page-help.ts").GuideBlock[]>
  >;
}
