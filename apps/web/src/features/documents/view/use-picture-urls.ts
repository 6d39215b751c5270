import type { DrawnPaper } from "@ridgebook/documents/pdf";
import { useEffect, useState } from "react";

/** Object URLs of a paper's pictures while it is shown; undefined until the pictures are decoded. */
export function usePictureUrls(paper: DrawnPaper | undefined): ReadonlyMap<string, string> | undefined {
  const [ready, setReady] = useState<{ paper: DrawnPaper; urls: ReadonlyMap<string, string> }>();
  useEffect(() => {
    if (!paper) return;
    let isClosed = false;
    const urls = new Map(
      Object.entries(paper.pictures).map(([key, { bytes, contentType }]) => [
        key,
        URL.createObjectURL(new Blob([bytes.slice()], { type: contentType })),
      ]),
    );
    void decodePictures(urls).then(() => {
      if (!isClosed) setReady({ paper, urls });
    });
    return () => {
      isClosed = true;
      for (const url of urls.values()) URL.revokeObjectURL(url);
    };
  }, [paper]);
  return ready?.paper === paper ? ready?.urls : undefined;
}

/** Waits until each picture is decoded: browsers print without those that are still loading. */
export const decodePictures = (urls: ReadonlyMap<string, string>): Promise<unknown> =>
  Promise.all(
    Array.from(urls.values(), (url) => {
      const picture = new Image();
      picture.src = url;
      // An undecodable picture is missing on screen too, and must not block the others.
      return picture.decode().catch(() => undefined);
    }),
  );
