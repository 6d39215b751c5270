import { Link } from "@tanstack/react-router";
import { useAppState } from "#app/app-state-context.tsx";
import { productNameOf } from "#app/app-state.ts";
import classes from "#app/shell/app-frame.module.css";
import { Mark } from "#ui/brand/mark.tsx";

/** The bar for signed-out users: the app's name, and the login. */
export function VisitorBar() {
  const state = useAppState("settings");
  return (
    <header className={classes.bar}>
      <div className={classes.place}>
        <Link to="/" className={classes.home} aria-label={`${productNameOf(state)}, start page`}>
          <Mark size={32} />
        </Link>
        <span className="rb-subheading">{productNameOf(state)}</span>
      </div>
      <Link to="/account/login">Log in</Link>
    </header>
  );
}
