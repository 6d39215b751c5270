import { UPLOAD_FIELD } from "@ridgebook/contract";

/** A file upload as a browser sends it: the body of a request and its header. */
export async function uploadForm(
  file: File,
  { field = UPLOAD_FIELD }: { field?: string } = {},
): Promise<{ payload: Buffer; headers: { "content-type": string } }> {
  const form = new FormData();
  form.append(field, file);
  const written = new Response(form);
  return {
    payload: Buffer.from(await written.arrayBuffer()),
    headers: { "content-type": written.headers.get("content-type") ?? "" },
  };
}
