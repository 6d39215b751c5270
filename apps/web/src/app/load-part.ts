import { CHUNK_LOADING_TIMEOUT_MS } from "@ridgebook/contract";

/** Loads a chunk of the app with a timeout of 120 s: on a half-open network the browser itself would wait for ever. */
export async function loadPart<Part>(
  load: () => Promise<Part>,
  { timeoutMs = CHUNK_LOADING_TIMEOUT_MS } = {},
): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("A part of the app did not arrive in time.")), timeoutMs);
  });
  try {
    return await Promise.race([load(), timeOut]);
  } finally {
    clearTimeout(timer);
  }
}
