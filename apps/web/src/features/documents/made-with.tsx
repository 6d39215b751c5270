import { formatDateTime, isCompanyAdmin } from "@ridgebook/contract";
import { dayOf, readMadeWith } from "@ridgebook/documents";
import { Link } from "@tanstack/react-router";
import { linkTo } from "#features/documents/paths.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import { useSession } from "#server-client/session-context.tsx";

/** The versions that a document was made with; nothing if unknown. Admins get a link to that day's changes. */
export function MadeWith({ document: { data } }: { document: Pick<LocalDocument, "data"> }) {
  const { timeZone, user } = useSession();
  const madeWith = readMadeWith(data);
  if (!madeWith) return null;
  const { settingsTime, priceBookVersion } = madeWith;
  const prices = `price book version ${String(priceBookVersion)}`;
  if (settingsTime === null) return <p className="rb-caption">Made with {prices}</p>;
  const settings = `settings of ${formatDateTime({ time: settingsTime, timeZone })}`;
  const day = dayOf(new Date(settingsTime), timeZone);
  return (
    <p className="rb-caption">
      Made with{" "}
      {isCompanyAdmin(user) ? (
        <Link {...linkTo("/config/activity")} search={{ kind: "settings", startDate: day, endDate: day }}>
          {settings}
        </Link>
      ) : (
        settings
      )}
      , {prices}
    </p>
  );
}
