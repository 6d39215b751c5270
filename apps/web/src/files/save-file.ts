/** How long the URL stays valid, for browsers that start the download late. */
const ADDRESS_LIVES_MS = 60_000;

/** Saves a file to the device's downloads. */
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
