import { APP_VERSION, fullName, initials, isolatedText } from "@ridgebook/contract";
import {
  IconBuilding,
  IconChevronDown,
  IconDeviceTablet,
  IconChevronLeft,
  IconLogout,
  IconUser,
} from "@tabler/icons-react";
import { Link, useMatches, useRouterState } from "@tanstack/react-router";
import { useAppState } from "#app/app-state-context.tsx";
import { productNameOf } from "#app/app-state.ts";
import classes from "#app/shell/app-frame.module.css";
import { areaLabel, areasOf } from "#app/shell/areas.ts";
import menuClasses from "#app/shell/bar-menu.module.css";
import { BarMenu } from "#app/shell/bar-menu.tsx";
import { MenuChoice } from "#app/shell/menu-choice.tsx";
import { SyncChip } from "#app/shell/sync-chip.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { AvatarInitials } from "#ui/avatar-initials.tsx";
import { Mark } from "#ui/brand/mark.tsx";
import { openSyncPanel } from "#ui/open-sync-panel.ts";
import { useSaidTitle, useShownPlace } from "#ui/page-place.ts";
import { useSingleKeyShortcuts } from "#ui/single-key-shortcuts.ts";
import { useColorSchemeChoice } from "#ui/theme/color-scheme.ts";
import { useDensity } from "#ui/theme/density.ts";
import { useIsPhone } from "#ui/use-is-phone.ts";

const ICON = { size: 18, stroke: 1.75, "aria-hidden": true };

const ACCOUNT_MENU_ID = "account-menu";

const COLOR_CHOICES = [
  { value: "auto", label: "Device" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

const DENSITY_CHOICES = [
  { value: "auto", label: "Device" },
  { value: "field", label: "Field" },
  { value: "office", label: "Office" },
] as const;

const SHORTCUT_CHOICES = [
  { value: "on", label: "On" },
  { value: "off", label: "Off" },
] as const;

/** The current place, the unsent changes, the other areas, and the user (1.§2 Global shell). */
export function TopBar({ onOpenSyncPanel }: { onOpenSyncPanel: () => void }) {
  const state = useAppState("settings", "companyName");
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const saidTitle = useSaidTitle();
  const routeTitle = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
  });
  const title = saidTitle ?? routeTitle;
  const area = areaLabel(path);
  const company = state.settings?.appCompanyName || state.companyName || productNameOf(state);
  const place = useShownPlace();
  const isPhone = useIsPhone();
  return (
    <header className={classes.bar}>
      <div className={classes.place}>
        {place && isPhone ? (
          <Link to={place.upPath} className={classes.up} aria-label="Back">
            <IconChevronLeft size={24} stroke={1.75} aria-hidden />
          </Link>
        ) : (
          <Link to="/" className={classes.home} aria-label={`${productNameOf(state)}, start page`}>
            <Mark size={32} />
          </Link>
        )}
        {place ? (
          <Link to={place.path} className={`${classes.names} ${classes.placeLink}`}>
            <span className={classes.company}>{isolatedText(place.title)}</span>
            <span className={`${classes.area} rb-caption`}>{isolatedText(place.text)}</span>
            <span className={`rb-heading ${classes.phoneTitle}`}>{isolatedText(place.title)}</span>
          </Link>
        ) : (
          <div className={classes.names}>
            <div className={classes.company}>{company}</div>
            <div className={`${classes.area} rb-caption`}>{area === "Select" ? title : area}</div>
            <div className={`rb-heading ${classes.phoneTitle}`}>{title}</div>
          </div>
        )}
      </div>
      <SyncChip onOpen={onOpenSyncPanel} />
      <AreaSwitcher label={area} />
      <AccountMenu />
    </header>
  );
}

function AreaSwitcher({ label }: { label: string }) {
  const areas = areasOf(useAppState("user").user);
  // On a phone the page's title needs the room; a single area is no choice, and the mark at the left links to it.
  const isPhone = useIsPhone();
  if (areas.length === 0 || (isPhone && areas.length === 1)) return null;
  return (
    <BarMenu
      id="area-menu"
      buttonClassName={classes.quiet}
      button={
        <>
          {label}
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </>
      }
    >
      <nav aria-label="Areas">
        {areas.map((area) => (
          <Link key={area.path} to={area.path} className={menuClasses.item}>
            {area.label}
          </Link>
        ))}
      </nav>
    </BarMenu>
  );
}

function AccountMenu() {
  const { profile, localData } = useAppState("profile", "localData");
  const { logOut } = useSession();
  const density = useDensity();
  const colorScheme = useColorSchemeChoice();
  const shortcuts = useSingleKeyShortcuts();
  const name = profile && fullName(profile);
  const shown = profile ? initials(profile) : "–";
  return (
    <BarMenu
      id={ACCOUNT_MENU_ID}
      // Starts with the visible text, for users who say what they want pressed.
      buttonLabel={`${shown}, account menu${name === undefined ? "" : ` of ${name}`}`}
      buttonClassName={classes.avatar}
      button={<AvatarInitials initials={shown} />}
    >
      {profile && (
        <div className={menuClasses.person}>
          <div className="rb-group">{name}</div>
          <div className="rb-caption">{profile.email}</div>
        </div>
      )}
      <Link to="/account/companies" search={{ select: "true" }} className={menuClasses.item}>
        <IconBuilding {...ICON} />
        Select company
      </Link>
      <Link to="/account/manage" className={menuClasses.item}>
        <IconUser {...ICON} />
        Manage account
      </Link>
      {localData && (
        // Also while nothing waits and no chip is shown: this is where a rescue file is opened and the free space is shown.
        <button
          type="button"
          className={menuClasses.item}
          onClick={({ currentTarget }) => {
            // First: the panel restores the focus to its current element, and an entry of a closed menu cannot take it.
            currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
            openSyncPanel();
          }}
        >
          <IconDeviceTablet {...ICON} />
          Data on this device
        </button>
      )}
      <hr className={menuClasses.line} />
      <MenuChoice label="Colors" choice={colorScheme.choice} options={COLOR_CHOICES} onChoose={colorScheme.choose} />
      <MenuChoice
        label="Size of rows and buttons"
        choice={density.choice}
        options={DENSITY_CHOICES}
        onChoose={density.choose}
      />
      <MenuChoice
        label="Single-key shortcuts"
        choice={shortcuts.choice}
        options={SHORTCUT_CHOICES}
        onChoose={shortcuts.choose}
      />
      <hr className={menuClasses.line} />
      <button
        type="button"
        className={menuClasses.item}
        popoverTarget={ACCOUNT_MENU_ID}
        popoverTargetAction="hide"
        onClick={() => void logOut()}
      >
        <IconLogout {...ICON} />
        Logout
      </button>
      <div className={`${menuClasses.version} rb-caption`}>Version {APP_VERSION}</div>
    </BarMenu>
  );
}
