import { Outlet } from "@tanstack/react-router";
import { HelpButton } from "#app/help/help-button.tsx";
import { BehindPageTitle } from "#ui/page-header.tsx";

/** Pages for master admins. There is one, so they need no menu. */
export function MasterArea() {
  return (
    <BehindPageTitle value={<HelpButton place="only" />}>
      <Outlet />
    </BehindPageTitle>
  );
}
