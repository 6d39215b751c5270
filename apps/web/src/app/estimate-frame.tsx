import { Outlet } from "@tanstack/react-router";
import { EstimateArea } from "#features/estimate/estimate-area.tsx";

/** The pages of one estimate. */
export function EstimateFrame() {
  return (
    <EstimateArea>
      <Outlet />
    </EstimateArea>
  );
}
