import { Problem } from "@ridgebook/contract";
import { Outlet, useLoaderData, useParams, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useAppState } from "#app/app-state-context.tsx";
import { LocalDataProvider } from "#local-data/local-data-context.tsx";
import type { LocalData } from "#local-data/local-data.ts";

/** Pages that work on the device's records. Nothing is drawn without them, or after the session has ended: the guard leads elsewhere. */
export function EstimatorArea() {
  const localData = useLoaderData({ from: "/framed/estimator" });
  const { user } = useAppState("user");
  if (!localData || !user) return null;
  return (
    <LocalDataProvider localData={localData}>
      <LocalIdReplacement localData={localData} />
      <Outlet />
    </LocalDataProvider>
  );
}

/** Where the addresses of a store's records stand. An open estimate follows its id by itself, once it is read under the new one. */
const FOLDERS: Readonly<Record<string, string | undefined>> = { leads: "/leads/" };

/** A page that stands open while its record gets the server's id goes over to that address, without a step back. */
function LocalIdReplacement({ localData }: { localData: LocalData }) {
  const router = useRouter();
  const { id: idText } = useParams({ strict: false });
  const id = Number(idText);
  useEffect(() => {
    if (!Number.isInteger(id) || id >= 0) return undefined;
    return localData.subscribe((storeName) => {
      const folder = FOLDERS[storeName];
      if (!folder || !router.state.location.pathname.includes(`${folder}${String(id)}`)) return;
      localData.resolveId({ storeName: "leads", id }).then(
        (serverId) => {
          const { href, state } = router.state.location;
          const address = href.replace(`${folder}${String(id)}`, `${folder}${String(serverId)}`);
          if (address !== href) router.history.replace(address, { ...state, formerId: id });
        },
        (error: unknown) => {
          // A logout empties the device under an open page: there is nothing left to follow.
          if (!(error instanceof Problem)) reportError(error);
        },
      );
    });
  }, [localData, router, id]);
  return null;
}
