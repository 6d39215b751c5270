/** How long a browser may take to begin with what it was given. */
const ADDRESS_LIVES_MS = 60_000;

/** Puts a file into the device's downloads. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), ADDRESS_LIVES_MS);
}
