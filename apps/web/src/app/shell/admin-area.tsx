import { Link, Outlet } from "@tanstack/react-router";
import classes from "#app/shell/side-area.module.css";

const PAGES = [
  { label: "Companies", path: "/admin/companies" },
  { label: "Users", path: "/admin/users" },
] as const;

/** Pages for super admins. They belong to no company, so there is no data of one on the device. */
export function AdminArea() {
  return (
    <div className={classes.area}>
      <nav aria-label="Admin" className={classes.menu}>
        {PAGES.map(({ label, path }) => (
          <Link key={path} to={path} className={classes.item} activeOptions={{ includeSearch: false }}>
            {label}
          </Link>
        ))}
      </nav>
      <div className={classes.page} data-ground="canvas">
        <Outlet />
      </div>
    </div>
  );
}
