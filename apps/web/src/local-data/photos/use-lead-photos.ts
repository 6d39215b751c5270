import { useQuery } from "@tanstack/react-query";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import type { LocalLeadPhoto } from "#local-data/photos/lead-photo-store.ts";

const NO_PHOTOS: readonly LocalLeadPhoto[] = [];

interface ShownPhotos {
  /** In the order in which they were taken; undefined until they are read. */
  readonly photos: readonly LocalLeadPhoto[] | undefined;
  /** The device has none, and the server has not answered. */
  readonly isWaiting: boolean;
  /** The server could not be asked: others may have added more. */
  readonly isDeviceOnly: boolean;
}

/** The photos of a lead: those on this device, brought up to date with the server's. */
export function useLeadPhotos(leadId: number): ShownPhotos {
  const localData = useLocalData();
  const device = useLocalQuery("lead-photos", () => localData.photos.listOfLead(leadId), [localData, leadId]);
  const server = useQuery({
    queryKey: ["lead-photos", leadId],
    // The answer goes to the device, and is read from there with what waits on it.
    queryFn: async () => (await localData.photos.fetchOfLead(leadId)).length,
    enabled: Number.isInteger(leadId),
    gcTime: 0,
    retry: false,
    networkMode: "always",
  });
  const photos = device.isLoading ? undefined : (device.value ?? NO_PHOTOS);
  return {
    photos,
    isWaiting: !photos || (photos.length === 0 && server.isPending),
    isDeviceOnly: server.error !== null,
  };
}
