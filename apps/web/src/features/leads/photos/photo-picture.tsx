import { IconPhotoOff } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import classes from "#features/leads/photos/photo-section.module.css";
import { readKeptFile, type KeptFile } from "#files/kept-file.ts";
import type { LeadPhotoStore, LocalLeadPhoto } from "#local-data/photos/lead-photo-store.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";

/**
 * A photo's picture. The service worker serves stored pictures; before it first runs, and for unsent ones, the page reads them itself. Says
 * so if a picture is unavailable.
 */
export function PhotoPicture({
  photo,
  alt,
  className,
  isLazy = false,
}: {
  photo: Pick<LocalLeadPhoto, "url">;
  alt: string;
  className?: string | undefined;
  isLazy?: boolean;
}) {
  const [isUnreachable, setUnreachable] = useState(false);
  const kept = useKeptPicture(photo.url, isUnreachable);
  if (isUnreachable && kept === "none")
    return (
      <span className={classes.missing} role="img" aria-label={alt}>
        <IconPhotoOff size={24} stroke={1.5} aria-hidden />
        Not on this device
      </span>
    );
  return (
    <img
      src={kept === undefined || kept === "none" ? photo.url : kept}
      alt={alt}
      className={className}
      loading={isLazy ? "lazy" : "eager"}
      onError={() => setUnreachable(true)}
    />
  );
}

/** A picture that the device keeps, or that waits to be sent, or from the network; undefined if none has it. */
export const readPicture = async (
  photos: Pick<LeadPhotoStore, "waitingPictures">,
  url: string,
): Promise<Pick<KeptFile, "bytes" | "contentType"> | undefined> =>
  (await readKeptFile(url)) ?? (await photos.waitingPictures()).find((picture) => picture.url === url);

/** The address of a stored picture; undefined until it was looked up. */
function useKeptPicture(url: string, isWanted: boolean): string | undefined {
  const [address, setAddress] = useState<string>();
  const { photos } = useLocalData();
  useEffect(() => {
    if (!isWanted) return;
    let made: string | undefined;
    let isLeft = false;
    void readPicture(photos, url).then((file) => {
      if (isLeft) return;
      made = file && URL.createObjectURL(new Blob([file.bytes.slice().buffer], { type: file.contentType }));
      setAddress(made ?? "none");
    });
    return () => {
      isLeft = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [photos, url, isWanted]);
  return address;
}
