import { isCompanyAdmin, isCompanyUser, type SessionUser } from "@ridgebook/contract";

/** A part of the app with its own menu entry. Folder Log and Admin join when they exist. */
export interface Area {
  readonly label: string;
  readonly path: string;
}

interface AreaRule extends Area {
  isFor: (user: SessionUser | undefined) => boolean;
}

const AREAS: readonly AreaRule[] = [
  { label: "Sales", path: "/estimator", isFor: isCompanyUser },
  { label: "Config", path: "/config", isFor: isCompanyAdmin },
];

/** The areas that somebody may enter, in the order of the menu (1.§2 Global shell). */
export const areasOf = (user: SessionUser | undefined): Area[] => AREAS.filter(({ isFor }) => isFor(user));

const isWithin = ({ path, area }: { path: string; area: Area }): boolean =>
  path === area.path || path.startsWith(`${area.path}/`);

/** What the area switcher reads on a page: the area it belongs to, else Select. */
export const areaLabel = (path: string): string => AREAS.find((area) => isWithin({ path, area }))?.label ?? "Select";
