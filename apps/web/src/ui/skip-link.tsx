import classes from "#ui/skip-link.module.css";

/** The first stop of the Tab key on every page: past the bars, to the content. The target needs `tabIndex={-1}`. */
export function SkipLink({ targetId, children = "Skip to content" }: { targetId: string; children?: string }) {
  return (
    <a
      className={classes.link}
      href={`#${targetId}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(targetId)?.focus();
      }}
    >
      {children}
    </a>
  );
}
