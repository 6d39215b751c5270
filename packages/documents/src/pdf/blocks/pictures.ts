import type { Block } from "#model/document-model.ts";
import { fileOf, type DocumentFiles } from "#pdf/document-file.ts";
import { inkLines, inParts } from "#pdf/ink.ts";
import type { Piece } from "#pdf/paginate.ts";
import { fitPicture, readPictureSize } from "#pdf/picture-size.ts";
import { columnWidth, LEFT, STYLES } from "#pdf/type-styles.ts";
import type { Typesetter } from "#pdf/typesetter.ts";

type PicturesBlock = Extract<Block, { kind: "pictures" }>;

const GAP = 16;
const CAPTION_GAP = 5;
const ROW_GAP = 14;
/** Maximum height of a picture in points, by the number in a row. Landscape and portrait 4 : 3 photos get the same height. */
const MOST_HEIGHT = { 1: 330, 2: 183, 3: 118 } as const;

export const pictureKey = (fileId: string): string => `file:${fileId}`;

/** Sets pictures in rows, each with its caption. A row is never divided. */
export function pictures({
  type,
  block: { perRow, pictures: shown },
  files,
  before,
}: {
  type: Typesetter;
  block: PicturesBlock;
  files: DocumentFiles;
  before: number;
}): Piece[] {
  const width = columnWidth(perRow, GAP);
  const rows = shown.length === 0 ? [] : inParts(shown, perRow);
  return rows.map((row, index): Piece => {
    const cells = row.map(({ fileId, caption }) => ({
      fileId,
      size: fitPicture(readPictureSize(fileId, fileOf(files, fileId)), { width, height: MOST_HEIGHT[perRow] }),
      lines: caption === "" ? [] : type.linesOf(caption, STYLES.caption, width),
    }));
    return {
      height: Math.max(
        ...cells.map(({ size, lines }) =>
          lines.length === 0 ? size.height : size.height + CAPTION_GAP + lines.length * STYLES.caption.leading,
        ),
      ),
      before: index === 0 ? before : ROW_GAP,
      draw: (top) =>
        cells.flatMap(({ fileId, size, lines }, column) => {
          const x = LEFT + column * (width + GAP);
          return [
            { type: "picture" as const, picture: pictureKey(fileId), x, y: top, ...size },
            ...inkLines({ type, lines, style: STYLES.caption, x, top: top + size.height + CAPTION_GAP }),
          ];
        }),
    };
  });
}
