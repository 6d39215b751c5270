const DETAILS = /^\/estimator\/estimate\/([^/]+)\/windows\/2\/(-?\d+)\/(-?\d+)\/?$/;
const QUICK_LIST = /^\/estimator\/estimate\/([^/]+)\/quick_estimate_windows\/?$/;
const QUICK_WINDOW = /^\/estimator\/estimate\/([^/]+)\/quick_estimate_by_window\/(-?\d+)\/?$/;

/** The address of a page about windows; ids may be local. */
export type WindowAddress =
  | {
      readonly page: "details";
      readonly estimateId: number;
      /** 0 is a new window (OP-40). */
      readonly windowId: number;
      readonly sourceId: number;
    }
  | { readonly page: "quickList"; readonly estimateId: number }
  | { readonly page: "quickWindow"; readonly estimateId: number; readonly windowId: number };

/** Parses "/estimator/estimate/12/windows/2/0/0" and quick estimates of windows; undefined for other pages. */
export function readWindowAddress(pathname: string): WindowAddress | undefined {
  const details = DETAILS.exec(pathname);
  if (details)
    return {
      page: "details",
      estimateId: Number(details[1]),
      windowId: Number(details[2]),
      sourceId: Number(details[3]),
    };
  const list = QUICK_LIST.exec(pathname);
  if (list) return { page: "quickList", estimateId: Number(list[1]) };
  const window = QUICK_WINDOW.exec(pathname);
  return window ? { page: "quickWindow", estimateId: Number(window[1]), windowId: Number(window[2]) } : undefined;
}
