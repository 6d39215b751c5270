import { Link, Outlet, useLoaderData, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import classes from "#app/shell/config-area.module.css";
import { LocalDataProvider } from "#local-data/local-data-context.tsx";

/** The pages of the area by group, in the order of the menu; more join when they exist. */
const GROUPS = [
  {
    label: "Company",
    pages: [
      { label: "Settings", path: "/config/settings" },
      { label: "Users", path: "/config/users" },
      { label: "Payment options", path: "/config/payment-options" },
      { label: "Usage report", path: "/config/usage-report" },
    ],
  },
  {
    label: "Estimates",
    pages: [
      { label: "Sections", path: "/config/estimate-sections" },
      { label: "Fields", path: "/config/estimate-fields" },
      { label: "Field options", path: "/config/estimate-field-options" },
      { label: "Section help", path: "/config/sections-info" },
    ],
  },
  {
    label: "Papers and mail",
    pages: [
      { label: "Contract", path: "/config/contract-settings" },
      { label: "E-mail", path: "/config/email-settings" },
    ],
  },
] as const;

/** Pages for admins, with the way from one to the other at the side; on narrow screens above. */
export function ConfigArea() {
  const localData = useLoaderData({ from: "/framed/asking/config" });
  useEffect(() => {
    // What others published since: nobody should edit the day before yesterday's prices.
    void localData?.sync.run();
  }, [localData]);
  const menu = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    // Where not all of them fit beside each other, the one that is open is seen.
    menu.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [path, localData]);
  if (!localData) return null;
  return (
    <LocalDataProvider localData={localData}>
      <div className={classes.area}>
        <nav ref={menu} aria-label="Config" className={classes.menu}>
          {GROUPS.map(({ label: group, pages }) => (
            <section key={group} aria-label={group} className={classes.group}>
              <h2 className={classes.groupName}>{group}</h2>
              {pages.map(({ label, path }) => (
                <Link key={path} to={path} className={classes.item} activeOptions={{ includeSearch: false }}>
                  {label}
                </Link>
              ))}
            </section>
          ))}
        </nav>
        <div className={classes.page} data-ground="canvas">
          <Outlet />
        </div>
      </div>
    </LocalDataProvider>
  );
}
