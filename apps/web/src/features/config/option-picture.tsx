import classes from "#features/config/field-options.module.css";

/** The picture or swatch of an option; an empty frame without one. Decoration: the option's name is beside it. */
export function OptionPicture({ url, size }: { url: string | undefined; size: number }) {
  const style = { width: size, height: size };
  if (!url) return <span className={classes.picture} style={style} aria-hidden />;
  return <img className={classes.picture} style={style} src={url} alt="" loading="lazy" decoding="async" />;
}
