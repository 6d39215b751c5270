import classes from "#features/estimate/drawings/drawings.module.css";

/** A color or a material as a small square: its picture, else its color; of neither an empty square. */
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
