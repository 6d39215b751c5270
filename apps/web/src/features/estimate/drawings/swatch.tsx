import classes from "#features/estimate/drawings/drawings.module.css";

/** A color or material as a small square: its picture, else its color, else empty. */
export function Swatch({ imageUrl, color, label }: { imageUrl?: string | undefined; color?: string; label: string }) {
  return (
    <span
      className={classes.swatch}
      role="img"
      aria-label={label}
      style={{
        ...(color !== undefined && { backgroundColor: color }),
        ...(imageUrl !== undefined && imageUrl !== "" && { backgroundImage: `url(${JSON.stringify(imageUrl)})` }),
      }}
    />
  );
}
