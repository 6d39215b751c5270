import { isCompanyAdmin, isCompanyUser, isMasterAdmin, isSuperAdmin, type SessionUser } from "@ridgebook/contract";

/** A part of the app with its own menu entry. */
export interface Area {
  readonly label: string;
  readonly path: string;
}

interface AreaRule extends Area {
  isFor: (user: SessionUser | undefined) => boolean;
  /** The area switcher shows the area's name on its pages; elsewhere it shows Select. */
  isNamed: boolean;
}

const AREAS: readonly AreaRule[] = [
  { label: "Sales", path: "/estimator", isFor: isCompanyUser, isNamed: true },
  { label: "Config", path: "/config", isFor: isCompanyAdmin, isNamed: true },
  { label: "Folder Log", path: "/master/folder-log", isFor: isMasterAdmin, isNamed: false },
  { label: "Admin", path: "/admin", isFor: isSuperAdmin, isNamed: false },
];

/** The areas that the user may enter, in the order of the menu (1.§2 Global shell). */
export const areasOf = (user: SessionUser | undefined): Area[] => AREAS.filter(({ isFor }) => isFor(user));

const isWithin = ({ path, area }: { path: string; area: Area }): boolean =>
  path === area.path || path.startsWith(`${area.path}/`);

/** The area switcher's text on a page: Sales or Config within those areas, else Select. */
export const areaLabel = (path: string): string =>
  AREAS.find((area) => area.isNamed && isWithin({ path, area }))?.label ?? "Select";
