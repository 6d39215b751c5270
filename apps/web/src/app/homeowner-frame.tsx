import { useLoaderData } from "@tanstack/react-router";
import { useAppState } from "#app/app-state-context.tsx";
import { EstimateArea } from "#features/estimate/estimate-area.tsx";
import { HomeownerMissing } from "#features/estimate/homeowner/homeowner-missing.tsx";
import { HomeownerPage } from "#features/estimate/homeowner/homeowner-page.tsx";
import { LocalDataProvider } from "#local-data/local-data-context.tsx";
import { keptTexts } from "#ui/kept-texts.ts";
import { lockedView, pinOwner } from "#ui/pin-lock/view-lock.ts";

/** The homeowner's view, without the app around it. It belongs to one user in one company, as in `AppFrame`. */
export function HomeownerFrame() {
  const { user, companyId } = useAppState("user", "companyId");
  return user && <OwnedView key={`${String(user.id)} ${String(companyId)}`} />;
}

function OwnedView() {
  const localData = useLoaderData({ from: "/estimator/estimate/$id/homeowner" });
  const { user } = useAppState("user");
  if (!localData || !user) return null;
  // In a locked view, a missing estimate does not redirect; elsewhere it does, as on any page (ERR-11).
  const isLocked = lockedView(keptTexts, pinOwner(user)) !== undefined;
  return (
    <LocalDataProvider localData={localData}>
      <EstimateArea hasBanner={false} missing={isLocked ? <HomeownerMissing /> : undefined}>
        <HomeownerPage />
      </EstimateArea>
    </LocalDataProvider>
  );
}

/** After any failure the exit stays, since every other address redirects here while the view is locked. */
export const HomeownerFailure = () => <HomeownerMissing />;
