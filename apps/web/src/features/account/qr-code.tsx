import { encode } from "uqr";
import classes from "#features/account/two-step.module.css";

/** The light border around the code, which cameras need to find it. */
const QUIET_MODULES = 4;

/** A QR code, dark on white in both themes: many cameras cannot read inverted ones. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_MODULES });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${String(x)} ${String(y)}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      className={classes.qrCode}
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
