import "@fontsource/source-serif-4/latin-400-italic.css";
import "@fontsource/source-serif-4/latin-ext-400-italic.css";
import { IconArrowBackUp, IconTrash } from "@tabler/icons-react";
import SignatureCanvas from "signature_pad";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { cleanName, drawnPicture, INK, typedPicture } from "#ui/signature-pad/signature-picture.ts";
import classes from "#ui/signature-pad/signature-pad.module.css";
import { scaleLines, strokesOf, type SignatureStrokes } from "#ui/signature-pad/strokes.ts";
import { TextField } from "#ui/text-field.tsx";

export interface Signature {
  /** PNG data URL of at most 500,000 characters: dark ink on transparent, cropped to the writing. */
  readonly picture: string;
  /** The drawn lines; null for a typed name. */
  readonly strokes: SignatureStrokes | null;
  /** The typed name instead of lines, else null. */
  readonly typedName: string | null;
}

type Way = "draw" | "type";

const MAX_NAME_LENGTH = 100;

/** Pen width of a pad of this width, in pixels; a smaller pad has a finer one. */
const PEN = { padWidth: 600, minWidth: 0.9, maxWidth: 2.8 };

/**
 * Where a person signs: with a finger, a pen or a mouse, or, with the keyboard, by typing the name. The lines stay
 * when the device is turned. Both ways keep what was entered; the one that is shown is the signature.
 */
export function SignaturePad({
  label,
  onChange,
  isDisabled = false,
}: {
  /** Whose signature it is, such as "Karen Whitfield, customer". */
  label: string;
  /** Called with the signature after each line and letter; with null without one. */
  onChange: (signature: Signature | null) => void;
  isDisabled?: boolean;
}) {
  const id = useId();
  const [way, setWay] = useState<Way>("draw");
  const [name, setName] = useState("");
  const [typed, setTyped] = useState<string | null>(null);
  const latest = useRef({ onChange, way });
  useEffect(() => {
    latest.current = { onChange, way };
  });

  const tellDrawn = useCallback((signature: Signature | null) => {
    if (latest.current.way === "draw") latest.current.onChange(signature);
  }, []);
  const { attach, lineCount, readSignature, undoLine, clear } = useDrawing({ onDraw: tellDrawn });

  const lastTyping = useRef(0);
  const type = async (next: string): Promise<void> => {
    setName(next);
    const typing = ++lastTyping.current;
    const picture = await typedPicture(next);
    // The rendered picture of a name is stale after more typing.
    if (typing !== lastTyping.current) return;
    setTyped(picture);
    if (latest.current.way === "type")
      latest.current.onChange(picture === null ? null : { picture, strokes: null, typedName: cleanName(next) });
  };
  const choose = (next: Way): void => {
    setWay(next);
    onChange(
      next === "draw"
        ? readSignature()
        : typed === null
          ? null
          : { picture: typed, strokes: null, typedName: cleanName(name) },
    );
  };

  return (
    <fieldset className={classes.pad} disabled={isDisabled}>
      <legend className="rb-legend">{label}</legend>
      <div className={`rb-row ${classes.head}`}>
        <div className={classes.ways}>
          {(["draw", "type"] as const).map((one) => (
            <label key={one} className={`rb-tile ${classes.way}`}>
              <input type="radio" name={`${id}-way`} checked={way === one} onChange={() => choose(one)} />
              <span>{one === "draw" ? "Draw" : "Type"}</span>
            </label>
          ))}
        </div>
        {way === "draw" && (
          <div className={classes.actions}>
            <button type="button" className={classes.action} disabled={lineCount === 0} onClick={undoLine}>
              <IconArrowBackUp size={18} stroke={1.75} aria-hidden />
              Undo line
            </button>
            <button type="button" className={classes.action} disabled={lineCount === 0} onClick={clear}>
              <IconTrash size={18} stroke={1.75} aria-hidden />
              Clear
            </button>
          </div>
        )}
        {way === "type" && (
          <div className={classes.actions}>
            <button type="button" className={classes.action} disabled={name === ""} onClick={() => void type("")}>
              <IconTrash size={18} stroke={1.75} aria-hidden />
              Clear
            </button>
          </div>
        )}
      </div>
      <div
        className={classes.paper}
        hidden={way !== "draw"}
        role="img"
        aria-label={`${label}: ${lineCount === 0 ? "not signed yet" : "signed"}`}
      >
        <canvas ref={attach} className={classes.canvas} data-disabled={isDisabled || undefined} />
        {lineCount === 0 && (
          <p className={classes.invitation} aria-hidden>
            Sign here with a finger or a pen
          </p>
        )}
      </div>
      {way === "type" && (
        <>
          <div className={classes.paper}>
            {typed !== null && (
              <img className={classes.typed} src={typed} alt={`${cleanName(name)}, as it is printed`} />
            )}
          </div>
          <div className={classes.name}>
            <TextField
              label="Full name"
              value={name}
              maxLength={MAX_NAME_LENGTH}
              autoComplete="off"
              spellCheck={false}
              hint="The typed name is the signature, printed as shown above."
              onChange={(event) => void type(event.currentTarget.value)}
              // Enter belongs to the name, not to the form around it.
              onKeyDown={(event) => {
                if (event.key === "Enter") event.preventDefault();
              }}
            />
          </div>
        </>
      )}
      <p role="status" className="rb-visually-hidden">
        {(way === "draw" ? lineCount > 0 : typed !== null) ? "Signed" : "Not signed yet"}
      </p>
    </fieldset>
  );
}

/** A canvas for drawing, kept sharp and its lines in place at any size. */
function useDrawing({ onDraw }: { onDraw: (signature: Signature | null) => void }) {
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const [lineCount, setLineCount] = useState(0);
  const pad = useRef<SignatureCanvas>(null);
  /** The pad's size in pixels that the lines refer to. */
  const drawnWidth = useRef(0);

  const read = useCallback((): Signature | null => {
    const lines = pad.current?.toData() ?? [];
    const picture = drawnPicture(lines);
    if (picture === null || !canvas) return null;
    const size = { width: drawnWidth.current, height: (drawnWidth.current * canvas.height) / canvas.width };
    return { picture, strokes: strokesOf(lines, size), typedName: null };
  }, [canvas]);

  const tell = useCallback(() => {
    setLineCount(pad.current?.toData().length ?? 0);
    onDraw(read());
  }, [read, onDraw]);

  useEffect(() => {
    if (!canvas) return undefined;
    const drawn = new SignatureCanvas(canvas, { penColor: INK, minDistance: 2 });
    pad.current = drawn;
    drawnWidth.current = 0;

    const fit = (): void => {
      const { clientWidth: width, clientHeight: height } = canvas;
      // Off screen: the lines wait unchanged.
      if (width === 0 || height === 0) return;
      const ratio = Math.max(1, window.devicePixelRatio);
      const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
      if (drawnWidth.current === width && canvas.width === pixelWidth && canvas.height === pixelHeight) return;
      const before = drawn.toData();
      const lines = drawnWidth.current === 0 ? before : scaleLines(before, width / drawnWidth.current);
      // A line that is being drawn ends here: its next points would be measured on the new size.
      drawn.off();
      drawn.on();
      Object.assign(canvas, { width: pixelWidth, height: pixelHeight });
      canvas.getContext("2d")?.setTransform(ratio, 0, 0, ratio, 0, 0);
      drawnWidth.current = width;
      drawn.minWidth = (PEN.minWidth * width) / PEN.padWidth;
      drawn.maxWidth = (PEN.maxWidth * width) / PEN.padWidth;
      drawn.fromData(lines);
      if (lines.length > 0) tell();
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(canvas);
    // The size may stay and the resolution change: another screen, a zoomed page.
    window.addEventListener("resize", fit);
    drawn.addEventListener("endStroke", tell);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", fit);
      drawn.removeEventListener("endStroke", tell);
      drawn.off();
    };
  }, [canvas, tell]);

  const replace = (change: (lines: ReturnType<SignatureCanvas["toData"]>) => typeof lines): void => {
    const drawn = pad.current;
    if (!drawn) return;
    drawn.fromData(change(drawn.toData()));
    tell();
  };
  return {
    attach: setCanvas,
    lineCount,
    readSignature: read,
    undoLine: () => {
      replace((lines) => lines.slice(0, -1));
    },
    clear: () => {
      replace(() => []);
    },
  };
}
