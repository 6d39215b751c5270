import { Link, Outlet } from "@tanstack/react-router";
import { HelpButton } from "#app/help/help-button.tsx";
import classes from "#app/shell/side-area.module.css";
import { BehindPageTitle } from "#ui/page-header.tsx";

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
        <HelpButton place="row" />
      </nav>
      <div className={classes.page} data-ground="canvas">
        <BehindPageTitle value={<HelpButton place="title" />}>
          <Outlet />
        </BehindPageTitle>
      </div>
    </div>
  );
}

/** Pages for master admins. There is one, so they need no menu. It is in this file because a separate one would be one more download on each device. */
export function MasterArea() {
  return (
    <BehindPageTitle value={<HelpButton place="only" />}>
      <Outlet />
    </BehindPageTitle>
  );
}
