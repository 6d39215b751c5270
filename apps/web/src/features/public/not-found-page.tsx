import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import classes from "#features/public/public-page.module.css";

/** The page for every unknown address. */
export function NotFoundPage() {
  return (
    <article className={classes.page}>
      <h1 className="rb-title">Page not found</h1>
      <p>Nothing is at this address. The link may be old, or a letter may be missing.</p>
      <div className={classes.actions}>
        <Button component={Link} to="/">
          Go to the start page
        </Button>
      </div>
    </article>
  );
}
