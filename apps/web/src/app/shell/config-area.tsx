import { Link, Outlet, useLoaderData, useRouterState } from "@tanstack/react-router";
import { IconArrowLeft } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { HelpButton } from "#app/help/help-button.tsx";
import classes from "#app/shell/config-area.module.css";
import { ConfigMenu, FirstContractLink } from "#app/shell/config-menu.tsx";
import side from "#app/shell/side-area.module.css";
import { LocalDataProvider } from "#local-data/local-data-context.tsx";
import { BehindPageTitle } from "#ui/page-header.tsx";

const MENU_PATH = "/config/pages";

/** Pages for admins, with the way from one to the other at the side; on narrow screens on a page of its own. */
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
      <div className={`${side.area} ${classes.area}`}>
        {path !== MENU_PATH && (
          <>
            <div className={classes.ways}>
              <Link to={MENU_PATH} className={classes.back}>
                <IconArrowLeft size={20} stroke={1.75} aria-hidden />
                All of Config
              </Link>
              <FirstContractLink className={classes.back} />
              <HelpButton place="row" />
            </div>
            <nav ref={menu} aria-label="Config" className={`${side.menu} ${classes.menu}`}>
              <ConfigMenu />
            </nav>
          </>
        )}
        <div className={side.page} data-ground="canvas">
          <BehindPageTitle value={<HelpButton place="title" />}>
            <Outlet />
          </BehindPageTitle>
        </div>
      </div>
    </LocalDataProvider>
  );
}
