import { leadAddress, leadName, isolatedText } from "@ridgebook/contract";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";

/** For whom a printed page is; on the screen the link back to the lead says so. */
export function CustomerOnPaper() {
  const { lead } = useOpenEstimate();
  const text = lead ? [leadName(lead), leadAddress(lead)].filter(Boolean).join(" · ") : "";
  return text && <p data-on-paper="only">{isolatedText(text)}</p>;
}
