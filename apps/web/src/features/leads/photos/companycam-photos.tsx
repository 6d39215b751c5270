import { Button } from "@mantine/core";
import {
  formatMoment,
  companyCamProjectOf,
  isCompanyAdmin,
  isLocalId,
  type CompanyCamPhoto,
} from "@ridgebook/contract";
import { IconPhotoOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { findAddedIds } from "#features/leads/photos/added-photos.ts";
import own from "#features/leads/photos/companycam-photos.module.css";
import classes from "#features/leads/photos/photo-section.module.css";
import { photoLabelOf } from "#features/leads/photos/photo-label.ts";
import { PhotoLink } from "#features/leads/photos/photo-link.tsx";
import { PhotoProblems } from "#features/leads/photos/photo-problems.tsx";
import { useCompanyCamPhotos } from "#features/leads/photos/use-companycam-photos.ts";
import { useCopyPhotos } from "#features/leads/photos/use-copy-photos.ts";
import { useSyncStatus } from "#local-data/local-data-context.tsx";
import type { LocalLead } from "#local-data/leads/leads.ts";
import { useLeadPhotos } from "#local-data/photos/use-lead-photos.ts";
import { useSession } from "#server-client/session-context.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { useNow } from "#ui/use-now.ts";

const TITLE = "Photos at CompanyCam";

/**
 * The photos of the lead's link, next to the device's own. Chosen ones are copied: they become ordinary photos of the lead, shrunk and
 * without metadata, so that no paper depends on another service. Renders nothing for other links.
 */
export function CompanyCamPhotos({ lead }: { lead: LocalLead }) {
  const { online } = useSyncStatus("online");
  if (companyCamProjectOf(lead.cameraUrl) === undefined) return null;
  return (
    <Panel title={TITLE}>
      {online && !isLocalId(lead.id) ? (
        <PhotosOfLink key={`${String(lead.id)} ${lead.cameraUrl}`} lead={lead} />
      ) : (
        <p className={classes.empty}>
          These need a signal. Photos that were added to the lead are on this device, above.
        </p>
      )}
      <PhotoLink lead={lead} />
    </Panel>
  );
}

function PhotosOfLink({ lead: { id: leadId, cameraUrl } }: { lead: LocalLead }) {
  const found = useCompanyCamPhotos({ leadId, cameraUrl, isOnline: true });
  const { photos: onLead } = useLeadPhotos(leadId);
  const { progress, problems, copy } = useCopyPhotos(leadId);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const addedIds = findAddedIds(found.photos, onLead ?? []);
  const unchoose = (id: string): void => setChosen((others) => others.filter((each) => each !== id));
  const copyChosen = (): Promise<void> =>
    copy(
      found.photos.filter(({ id }) => chosen.includes(id)),
      unchoose,
    );
  const { message } = found;
  return (
    <>
      {found.photos.length > 0 && (
        <>
          <p className={own.hint}>Choose photos and add them to the lead to show them on papers.</p>
          <StaleNote time={found.staleTime} />
          <ul className={classes.grid} aria-label={TITLE}>
            {found.photos.map((photo) => (
              <Tile
                key={photo.id}
                photo={photo}
                isChosen={chosen.includes(photo.id)}
                isAdded={addedIds.has(photo.id)}
                isBlocked={progress !== undefined}
                onToggle={(isChosen) => (isChosen ? setChosen((others) => [...others, photo.id]) : unchoose(photo.id))}
              />
            ))}
          </ul>
        </>
      )}
      {found.photos.length === 0 && !found.isLoading && message === undefined && (
        <p className={classes.empty}>The project has no photos yet.</p>
      )}
      {found.isLoading && <SkeletonRows rows={2} label="Loading the photos at CompanyCam" />}
      {message !== undefined && !found.isLoading && (
        <Failure message={message} isForAdmins={found.isForAdmins} onRetry={found.reload} />
      )}
      {found.hasMore && message === undefined && !found.isLoading && (
        <Button variant="secondary" className={own.more} onClick={found.loadMore}>
          Show more
        </Button>
      )}
      {(chosen.length > 0 || progress !== undefined) && (
        <div className={own.bar}>
          <p role="status">{progress ?? `${String(chosen.length)} chosen`}</p>
          <Button loading={progress !== undefined} onClick={() => void copyChosen()}>
            Add to the lead
          </Button>
        </div>
      )}
      <PhotoProblems problems={problems} />
    </>
  );
}

/** A photo, selected by a click anywhere on its picture. */
function Tile({
  photo,
  isChosen,
  isAdded,
  isBlocked,
  onToggle,
}: {
  photo: CompanyCamPhoto;
  isChosen: boolean;
  isAdded: boolean;
  isBlocked: boolean;
  onToggle: (isChosen: boolean) => void;
}) {
  const [isMissing, setIsMissing] = useState(false);
  return (
    <li className={classes.tile}>
      <label className={own.choice} data-chosen={isChosen}>
        <input
          type="checkbox"
          className={own.box}
          checked={isChosen}
          disabled={isBlocked}
          aria-label={`Choose ${photoLabelOf(photo)}`}
          onChange={(event) => onToggle(event.currentTarget.checked)}
        />
        {isMissing ? (
          <span className={classes.missing}>
            <IconPhotoOff size={24} stroke={1.5} aria-hidden />
            Not loaded
          </span>
        ) : (
          <img
            src={photo.thumbnailUrl}
            alt=""
            loading="lazy"
            className={classes.small}
            onError={() => setIsMissing(true)}
          />
        )}
      </label>
      {photo.description && <span className={classes.caption}>{photo.description}</span>}
      {isAdded && <span className={classes.caption}>Added to the lead</span>}
    </li>
  );
}

/** The list is cached, as CompanyCam does not respond. */
function StaleNote({ time }: { time: string | undefined }) {
  const { timeZone } = useSession();
  const now = useNow();
  if (time === undefined) return null;
  return (
    <p role="status" className={own.hint}>
      {`CompanyCam does not answer. This is its list of ${formatMoment({ time, timeZone, now })}.`}
    </p>
  );
}

/** The error and the next step: the connection's page for an admin, a retry for others. */
function Failure({
  message,
  isForAdmins,
  onRetry,
}: {
  message: string;
  isForAdmins: boolean;
  onRetry: () => void;
}): ReactNode {
  const { user } = useSession();
  return (
    <div className={own.failure}>
      <p role="status" className={isForAdmins ? classes.empty : own.problem}>
        {message}
      </p>
      {isForAdmins && isCompanyAdmin(user) ? (
        <Button variant="secondary" renderRoot={(button) => <Link to="/config/photo-integration" {...button} />}>
          Open Config
        </Button>
      ) : (
        <Button variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
