import { startHoverTwin, type HoverTwin } from "@ridgebook/testing/stand-ins/hover/hover-twin";

/** The services that a demo offers to try, on this machine only. */
export interface StandIns {
  readonly hover: HoverTwin;
  close(): Promise<void>;
}

/** Loaded and started where there is a demo company, and never in production. */
export async function startStandIns(): Promise<StandIns> {
  const hover = await startHoverTwin({ acceptsFormer: true });
  return { hover, close: () => hover.close() };
}
