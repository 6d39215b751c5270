import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/* A record that was created on a device gets the server's id when it is sent. A page that shows it then continues, with everything that is open on it. */

/**
 * The first of the ids by which the record of a page was known: a key that is stable while its id changes. Ids that share one with those before belong
 * to the same record.
 *
 * @param ids the current ids; the one in the address first
 */
export function useOpenedAs<Id extends number | string>(...ids: [Id, ...Id[]]): Id {
  const [known, setKnown] = useState({ openedAs: ids[0], ids });
  if (ids.every((id) => known.ids.includes(id))) return known.openedAs;
  const isSame = ids.some((id) => known.ids.includes(id));
  const next = isSame ? { ...known, ids: [...known.ids, ...ids] as typeof ids } : { openedAs: ids[0], ids };
  setKnown(next);
  return next.openedAs;
}

/**
 * Updates the address to the server's id, without a history entry, and keeps the scroll position.
 *
 * @param folder the part of the address before the id, such as "/leads/"
 * @param id in the address
 * @param shownId under which the page shows the record; undefined while it is read
 */
export function useAddressOfServer(folder: string, { id, shownId }: { id: number; shownId: number | undefined }): void {
  const router = useRouter();
  useEffect(() => {
    if (id >= 0 || shownId === undefined || shownId === id) return;
    const to = router.state.location.pathname.replace(`${folder}${String(id)}`, `${folder}${String(shownId)}`);
    void router.navigate({ to, search: true, hash: true, replace: true, resetScroll: false });
  }, [router, folder, id, shownId]);
}
