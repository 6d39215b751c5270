import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/* A record that was made on a device gets the server's id when it is sent. A page that shows it then goes on, with all that is open on it. */

/**
 * The first of the ids by which the record of a page was known: the key of what must stay while its id changes. Ids that have one in
 * common with those before are of the same record.
 *
 * @param ids by which it is known now; the one in the address first
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
 * The address follows the server's id, without a step back, and the page stays where it was scrolled to.
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
