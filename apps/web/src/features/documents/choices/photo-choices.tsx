import type { ContractChoices, WorkOrderChoices } from "@ridgebook/documents";
import { Link } from "@tanstack/react-router";
import { ChoiceSection } from "#features/documents/choices/choice-section.tsx";
import type { ChoicesProps } from "#features/documents/choices/choices-props.ts";
import classes from "#features/documents/choices/choices.module.css";
import { useLeadPhotos } from "#local-data/photos/use-lead-photos.ts";
import { TextField } from "#ui/text-field.tsx";

type WithPhotos = ContractChoices | WorkOrderChoices;
interface ShownPhoto {
  readonly fileId: string;
  /** The caption on the lead; undefined for photos the lead no longer has. */
  readonly caption?: string;
}

/**
 * The lead's photos: the chosen ones are printed in the order of choosing, each with its own caption. Includes photos of the source
 * document, even if the lead no longer has them.
 */
export function PhotoChoices({
  choices,
  source,
  change,
  fileUrl,
  leadId,
}: ChoicesProps<WithPhotos> & { fileUrl: (fileId: string) => string; leadId: number }) {
  const { photos: ofLead, isDeviceOnly } = useLeadPhotos(leadId);
  // Contracts have a photo section only if the company wants one.
  if (choices.kind === "contract" && !source.settings.showPhotosSection) return null;
  const chosen = choices.photos;
  const known = new Set(ofLead?.map(({ fileId }) => fileId));
  const shown: ShownPhoto[] = [...(ofLead ?? []), ...chosen.filter(({ fileId }) => !known.has(fileId))];
  const toggle = ({ fileId, caption = "" }: ShownPhoto): void => {
    const others = chosen.filter((each) => each.fileId !== fileId);
    change({ photos: others.length < chosen.length ? others : [...chosen, { fileId, caption }] });
  };
  return (
    <ChoiceSection
      title="Photos"
      hint={
        shown.length > 0
          ? `${chosen.length === 0 ? "None" : String(chosen.length)} of ${String(shown.length)} on the paper.`
          : undefined
      }
    >
      {ofLead && shown.length === 0 && (
        <p className={classes.quiet}>
          {isDeviceOnly ? "No photos of this lead on this device." : "This lead has no photos yet."}{" "}
          <Link to="/estimator/leads/$id/details" params={{ id: String(leadId) }} className={classes.link}>
            Add photos to the lead
          </Link>
        </p>
      )}
      {shown.length > 0 && (
        <ul className={`rb-list ${classes.photos}`}>
          {shown.map((photo, index) => {
            const { fileId } = photo;
            const label = photo.caption || `photo ${String(index + 1)}`;
            const place = chosen.findIndex((each) => each.fileId === fileId);
            return (
              <li key={fileId}>
                <label className={classes.photo} data-chosen={place >= 0}>
                  <input
                    type="checkbox"
                    className={classes.photoBox}
                    checked={place >= 0}
                    aria-label={`Show ${label} on the paper`}
                    onChange={() => toggle(photo)}
                  />
                  <img src={fileUrl(fileId)} alt="" loading="lazy" />
                  <span className={classes.place} aria-hidden>
                    {place >= 0 ? place + 1 : ""}
                  </span>
                </label>
                {place >= 0 && (
                  <TextField
                    label="Caption"
                    aria-label={`Caption of ${label}`}
                    value={chosen[place]?.caption ?? ""}
                    maxLength={200}
                    onChange={(event) => {
                      const text = event.currentTarget.value;
                      change({
                        photos: chosen.map((each) => (each.fileId === fileId ? { ...each, caption: text } : each)),
                      });
                    }}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
    </ChoiceSection>
  );
}
