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

/** Pages for admins, with links between them at the side; on narrow screens on a separate page. */
export function ConfigArea() {
  const localData = useLoaderData({ from: "/framed/asking/config" });
  useEffect(() => {
    // Another admin may have published since: no one should edit outdated prices.
    void localData?.sync.run();
  }, [localData]);
  const menu = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    // If they do not all fit beside each other, scroll to the current one.
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
