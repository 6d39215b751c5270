import { Outlet, useLoaderData } from "@tanstack/react-router";
import { useAppState } from "#app/app-state-context.tsx";
import { LocalDataProvider } from "#local-data/local-data-context.tsx";

/** Pages that work on the device's records. Renders nothing without them, or after the session has ended: the guard redirects. */
export function EstimatorArea() {
  const localData = useLoaderData({ from: "/framed/estimator" });
  const { user } = useAppState("user");
  if (!localData || !user) return null;
  return (
    <LocalDataProvider localData={localData}>
      <Outlet />
    </LocalDataProvider>
  );
}
