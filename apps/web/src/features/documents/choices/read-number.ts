/** A number as people write it: "1,250.50", "$40", "-3", "−3". Null for nothing, undefined for what is no number. */
export function readNumber(text: string): number | null | undefined {
  const plain = text
    .trim()
    .replace(/^([-−]?)\s*\$/, "$1")
    .replaceAll(",", "")
    .replace("−", "-");
  if (plain === "") return null;
  if (!/^-?(\d+(\.\d*)?|\.\d+)$/.test(plain)) return undefined;
  return Number(plain);
}
