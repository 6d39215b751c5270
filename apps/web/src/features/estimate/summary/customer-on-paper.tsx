import { leadAddress, leadName, isolatedText } from "@ridgebook/contract";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";

/** The customer on a printed page; on the screen the link to the lead shows it. */
export function CustomerOnPaper() {
  const { lead } = useOpenEstimate();
  const text = lead ? [leadName(lead), leadAddress(lead)].filter(Boolean).join(" · ") : "";
  return text && <p data-on-paper="only">{isolatedText(text)}</p>;
}
