import { useLoaderData } from "@tanstack/react-router";
import { EstimateArea } from "#features/estimate/estimate-area.tsx";
import { HomeownerPage } from "#features/estimate/homeowner/homeowner-page.tsx";
import { LocalDataProvider } from "#local-data/local-data-context.tsx";

/** What the homeowner looks at, without the app around it. */
export function HomeownerFrame() {
  const localData = useLoaderData({ from: "/estimator/estimate/$id/homeowner" });
  if (!localData) return null;
  return (
    <LocalDataProvider localData={localData}>
      <EstimateArea hasBanner={false}>
        <HomeownerPage />
      </EstimateArea>
    </LocalDataProvider>
  );
}
