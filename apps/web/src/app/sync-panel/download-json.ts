/** Hands a value to the person as a file. */
export function downloadJson({ value, fileName }: { value: unknown; fileName: string }): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(value, undefined, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser reads the address in the same turn; a moment later it may go.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
