/** As a group of the bundler's `codeSplitting`: modules whose path matches go into one file. */
interface Chunk {
  readonly name: string;
  readonly test: RegExp;
  readonly minShareCount?: number;
}

/** The writer and the reader of papers, and the editor of wording, are large and have files that only they load. */
const LARGE_LIBRARIES = ["pdfjs-dist", "@tiptap", "prosemirror", "@fontsource"];

/**
 * The code after the first page, in one file for each area and one for what areas share. By default the bundler makes a file of everything that two
 * pages share: 190 files, of which 100 had less than 2 KB. A device caches every one of them, at several milliseconds for each (0065). An earlier group
 * takes a module first, so no two files need each other.
 */
export const LATER_CHUNKS: readonly Chunk[] = [
  // A list of 330 KB that one field of a form asks for.
  { name: "zip-codes", test: /\/zip-codes\.txt/ },
  {
    name: "shared",
    test: new RegExp(
      String.raw`/node_modules/(?!${LARGE_LIBRARIES.join("|")})|/packages/|/apps/web/src/(?:ui|files|app)/`,
    ),
    minShareCount: 2,
  },
  { name: "sale", test: /\/src\/features\/(?:estimate|leads)\// },
  { name: "documents", test: /\/src\/features\/documents\// },
  // With the help of its pages, which would be one more file otherwise.
  {
    name: "office",
    test: /\/src\/features\/(?:config|account|lead-import)\/|\/src\/app\/help\/help-dialog|virtual:page-help/,
  },
];
