/** A group of the bundler's `codeSplitting`: modules whose path matches `test` go into one file. */
interface Chunk {
  readonly name: string;
  readonly test: RegExp;
  readonly minShareCount?: number;
}

/** Libraries of the PDF writer, the PDF viewer and the editor of wording: large, and in files that only those load. */
const LARGE_LIBRARIES = ["pdfjs-dist", "@tiptap", "prosemirror", "@fontsource"];

/**
 * Puts the code after the first page into one file for each area and one for shared code. By default the bundler makes a file of everything
 * that two pages share: 190 files, of which 100 had less than 2 KB. A device caches each file, at several milliseconds each (0065). A module goes
 * to the first group that matches, so no two files need each other.
 */
export const LATER_CHUNKS: readonly Chunk[] = [
  // A list of 330 KB that only one field of a form needs.
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
  // Includes the help of its pages, which would otherwise be another file.
  {
    name: "office",
    test: /\/src\/features\/(?:config|account|lead-import)\/|\/src\/app\/help\/help-dialog|virtual:page-help/,
  },
];
