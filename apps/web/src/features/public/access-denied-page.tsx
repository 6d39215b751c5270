import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import classes from "#features/public/public-page.module.css";

/** The page for users whose role may not open the requested one. */
export function AccessDeniedPage() {
  return (
    <article className={classes.page}>
      <h1 className="rb-title">Access denied</h1>
      <p>Your role has no access to this page. An administrator of your company can change it.</p>
      <div className={classes.actions}>
        <Button component={Link} to="/">
          Go to the start page
        </Button>
      </div>
    </article>
  );
}
