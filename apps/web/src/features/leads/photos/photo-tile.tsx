import { useEffect, useRef, useState, type RefObject } from "react";
import classes from "#features/leads/photos/photo-section.module.css";
import { PhotoPicture, readPicture } from "#features/leads/photos/photo-picture.tsx";
import { createSmallPictures } from "#features/leads/photos/small-pictures.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { LocalLeadPhoto } from "#local-data/photos/lead-photo-store.ts";

/** Shared by the app: a lead that is opened again shows its photos at once. */
const smallPictures = createSmallPictures();

/** A photo in a list, drawn from a small copy. It stays empty until it is near the screen. */
export function PhotoTile({ photo, alt }: { photo: Pick<LocalLeadPhoto, "url">; alt: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const small = useSmallPicture(photo.url, place);
  if (small === "none") return <PhotoPicture photo={photo} alt={alt} className={classes.small} isLazy />;
  if (small !== undefined) return <img src={small} alt={alt} className={classes.small} />;
  return <span ref={place} className={classes.small} />;
}

/** The URL of a photo's small copy; undefined until it is made. */
function useSmallPicture(url: string, place: RefObject<HTMLElement | null>): string | undefined {
  const { photos } = useLocalData();
  const [small, setSmall] = useState(() => smallPictures.known(url));
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let isLeft = false;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        void smallPictures
          .of(url, (address) => readPicture(photos, address))
          .then((made) => {
            if (!isLeft) setSmall(made ?? "none");
          });
      },
      // One screen ahead.
      { rootMargin: "100% 0px" },
    );
    observer.observe(element);
    return () => {
      isLeft = true;
      observer.disconnect();
    };
  }, [photos, url, place]);
  return small;
}
