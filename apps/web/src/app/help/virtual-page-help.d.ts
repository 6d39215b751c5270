/** The help of each page, as `bundling/guide-help.ts` reads it from docs/guide. */
declare module "virtual:page-help" {
  import type { GuideBlock, PageWithHelp } from "#app/help/page-help.ts";
  export const pageHelp: Readonly<Record<PageWithHelp, readonly GuideBlock[]>>;
}
