import type { Closing, DocumentModel, SignatureSlot } from "#model/document-model.ts";
import { paragraph } from "#pdf/blocks/paragraph.ts";
import { inkBox, inkLines, inParts, type Ink } from "#pdf/ink.ts";
import { momentText } from "#pdf/moment-text.ts";
import { keepTogether, type Piece } from "#pdf/paginate.ts";
import { fitPicture, readPictureSize } from "#pdf/picture-size.ts";
import { columnWidth, HAIRLINE, HAIRLINE_WEIGHT, INK, LEFT, STYLES, WIDTH, type TextStyle } from "#pdf/type-styles.ts";
import type { Typesetter } from "#pdf/typesetter.ts";

/*
 * The end of a signed document: the boxed notice of the right to cancel, the summary and the signatures. They stay on one page,
 * so that no signature is separated from the text it confirms.
 */

export interface PrintedSignature {
  readonly key: string;
  /** PNG. */
  readonly picture: Uint8Array;
  /** ISO 8601. */
  readonly timestamp: string;
}

const BOX_GAP = 30;
const BOX_PADDING = 17;
const BOX_WEIGHT = 1.25;
const HEADING_GAP = 28;
const TEXT_GAP = 4;
const SLOT_GAP = 36;
const SLOT_WIDTH = columnWidth(2, SLOT_GAP);
const SLOT_ROW_GAP = 18;
/** Maximum size of the signature picture above a line. */
const PICTURE = { width: SLOT_WIDTH - 24, height: 46 } as const;
const DATE_WIDTH = 64;

export const signatureKey = (key: string): string => `signature:${key}`;

function rightToCancelBox(type: Typesetter, { lastDay, notice }: NonNullable<Closing["rightToCancel"]>): Piece {
  const inner = WIDTH - 2 * BOX_PADDING;
  const side = `Last day: ${lastDay}, midnight`;
  const sideWidth = type.widthOf(side, STYLES.signerName);
  const heading = type.linesOf("Your right to cancel", STYLES.heading, inner - sideWidth - 12);
  const lines = type.linesOf(notice, STYLES.rightToCancel, inner);
  const headingHeight = heading.length * STYLES.heading.leading;
  const height = 2 * BOX_PADDING + headingHeight + TEXT_GAP + lines.length * STYLES.rightToCancel.leading - 3;
  return {
    height,
    before: BOX_GAP,
    draw: (top) => [
      inkBox({
        x: LEFT + BOX_WEIGHT / 2,
        y: top,
        width: WIDTH - BOX_WEIGHT,
        height,
        weight: BOX_WEIGHT,
        color: INK,
      }),
      ...inkLines({ type, lines: heading, style: STYLES.heading, x: LEFT + BOX_PADDING, top: top + BOX_PADDING - 2 }),
      ...inkLines({
        type,
        lines: type.linesOf(side, STYLES.signerName, inner),
        style: STYLES.signerName,
        x: LEFT + BOX_PADDING,
        top: top + BOX_PADDING + 1.5,
        endsIn: inner,
      }),
      ...inkLines({
        type,
        lines,
        style: STYLES.rightToCancel,
        x: LEFT + BOX_PADDING,
        top: top + BOX_PADDING + headingHeight + TEXT_GAP - 2,
      }),
    ],
  };
}

interface Slot {
  readonly height: number;
  readonly draw: (x: number, top: number) => readonly Ink[];
}

/** Sets a signature line with the signer's name below; an unsigned document also gets a line for the date. */
function signatureSlot({
  type,
  slot,
  signature,
  asksDate,
  timeZone,
}: {
  type: Typesetter;
  slot: SignatureSlot;
  signature: PrintedSignature | undefined;
  asksDate: boolean;
  timeZone: string;
}): Slot {
  const texts: readonly { text: string; style: TextStyle }[] = [
    { text: slot.name, style: STYLES.signerName },
    { text: slot.role, style: STYLES.signerLine },
    ...(signature ? [{ text: `Signed ${momentText(signature.timestamp, timeZone)}`, style: STYLES.signerLine }] : []),
  ].filter(({ text }) => text !== "");
  const lineWidth = asksDate ? SLOT_WIDTH - DATE_WIDTH - 12 : SLOT_WIDTH;
  const set = texts.map(({ text, style }) => ({ style, lines: type.linesOf(text, style, lineWidth) }));
  const lineAt = PICTURE.height + 6;
  const size =
    signature &&
    fitPicture(readPictureSize(signature.key, { contentType: "image/png", bytes: signature.picture }), PICTURE);
  const rule = (x: number, y: number, length: number): Ink => ({
    type: "rule",
    x,
    y,
    length,
    weight: HAIRLINE_WEIGHT * 1.5,
    color: INK,
  });
  return {
    height: lineAt + 4 + set.reduce((sum, { lines, style }) => sum + lines.length * style.leading, 0),
    draw: (x, top) => {
      let y = top + lineAt + 4;
      return [
        ...(signature && size
          ? [
              {
                type: "picture" as const,
                picture: signatureKey(signature.key),
                x: x + 10,
                y: top + lineAt - 2 - size.height,
                ...size,
              },
            ]
          : []),
        rule(x, top + lineAt, lineWidth),
        ...(asksDate
          ? [
              rule(x + SLOT_WIDTH - DATE_WIDTH, top + lineAt, DATE_WIDTH),
              ...inkLines({
                type,
                lines: type.linesOf("Date", STYLES.signerLine, DATE_WIDTH),
                style: STYLES.signerLine,
                x: x + SLOT_WIDTH - DATE_WIDTH,
                top: y,
              }),
            ]
          : []),
        ...set.flatMap(({ lines, style }) => {
          const inks = inkLines({ type, lines, style, x, top: y });
          y += lines.length * style.leading;
          return inks;
        }),
      ];
    },
  };
}

const HASH_GROUP = 4;
const GROUPS_A_LINE = 8;

/** Formats a hash in groups ("9f2c 41d7 …"), so that people can compare it visually. */
export function hashLines(hash: string): readonly string[] {
  const groups = hash.match(new RegExp(`.{1,${HASH_GROUP}}`, "g")) ?? [];
  return inParts(groups, GROUPS_A_LINE).map((some) => some.join(" "));
}

function sealSlot(type: Typesetter, fingerprint: string): Slot {
  const caption = type.linesOf("Sealed after the last signature. Fingerprint (SHA-256)", STYLES.signerLine, SLOT_WIDTH);
  const lines = hashLines(fingerprint).flatMap((text) => type.linesOf(text, STYLES.fingerprint, SLOT_WIDTH));
  const lineAt = PICTURE.height + 6;
  return {
    height: lineAt + 4 + caption.length * STYLES.signerLine.leading + lines.length * STYLES.fingerprint.leading,
    draw: (x, top) => [
      {
        type: "rule",
        x,
        y: top + lineAt,
        length: SLOT_WIDTH,
        weight: HAIRLINE_WEIGHT,
        color: HAIRLINE,
      },
      ...inkLines({ type, lines: caption, style: STYLES.signerLine, x, top: top + lineAt + 4 }),
      ...inkLines({
        type,
        lines,
        style: STYLES.fingerprint,
        x,
        top: top + lineAt + 4 + caption.length * STYLES.signerLine.leading,
      }),
    ],
  };
}

/** Sets the notice, the summary and the signatures. */
export function closingPieces({
  type,
  model,
  signatures,
  fingerprint,
}: {
  type: Typesetter;
  model: DocumentModel;
  signatures: readonly PrintedSignature[];
  fingerprint: string | null;
}): Piece[] {
  const { closing } = model;
  if (!closing) return [];
  const isSigned = signatures.length > 0;
  const slots: Slot[] = closing.signatures
    // Omit the line of an optional signer who did not sign a signed document.
    .filter(({ key, required }) => required || !isSigned || signatures.some((each) => each.key === key))
    .map((slot) =>
      signatureSlot({
        type,
        slot,
        signature: signatures.find(({ key }) => key === slot.key),
        asksDate: !isSigned,
        timeZone: model.company.timeZone,
      }),
    );
  if (fingerprint !== null) slots.push(sealSlot(type, fingerprint));
  const rows = slots.length === 0 ? [] : inParts(slots, 2);
  const heading: Piece = {
    height: STYLES.heading.leading,
    before: HEADING_GAP,
    draw: (top) =>
      inkLines({
        type,
        lines: type.linesOf("Signatures", STYLES.heading, WIDTH),
        style: STYLES.heading,
        x: LEFT,
        top,
      }),
  };
  return keepTogether([
    ...(closing.rightToCancel ? [rightToCancelBox(type, closing.rightToCancel)] : []),
    heading,
    ...paragraph({ type, text: closing.summary, style: STYLES.text, before: TEXT_GAP }),
    ...rows.map((row, index): Piece => ({
      height: Math.max(...row.map(({ height }) => height)),
      before: index === 0 ? 10 : SLOT_ROW_GAP,
      draw: (top) => row.flatMap(({ draw }, column) => draw(LEFT + column * (SLOT_WIDTH + SLOT_GAP), top)),
    })),
  ]);
}

const COPIES = ["Copy 1 of 2. Keep this copy.", "Copy 2 of 2. To cancel, sign and send this copy."] as const;

/** Sets two copies of the cancellation form, each on a separate page: one to keep, one to send back. */
export function cancellationForms(type: Typesetter, closing: Closing | null): Piece[] {
  const form = closing?.rightToCancel?.form;
  if (!form) return [];
  return COPIES.flatMap((copy) => {
    const [first, ...others] = [
      ...paragraph({ type, text: form.title, style: STYLES.formTitle, staysWithNext: true }),
      ...paragraph({ type, text: copy, style: STYLES.number, before: 2, staysWithNext: true }),
      ...form.paragraphs.flatMap((text, index) =>
        paragraph({ type, text, style: STYLES.rightToCancel, before: index === 0 ? 16 : 11 }),
      ),
    ];
    return first ? [{ ...first, startsPage: true }, ...others] : [];
  });
}
