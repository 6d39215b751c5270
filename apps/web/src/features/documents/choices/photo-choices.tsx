import type { ContractChoices, WorkOrderChoices } from "@ridgebook/documents";
import { ChoiceSection } from "#features/documents/choices/choice-section.tsx";
import type { ChoicesProps } from "#features/documents/choices/choices-props.ts";
import classes from "#features/documents/choices/choices.module.css";
import { TextField } from "#ui/text-field.tsx";

/** Photos that came with the document this one is made from: captions can be changed, and photos left out. */
export function PhotoChoices({
  choices,
  change,
  fileUrl,
}: ChoicesProps<ContractChoices | WorkOrderChoices> & { fileUrl: (fileId: string) => string }) {
  const { photos } = choices;
  if (photos.length === 0) return null;
  return (
    <ChoiceSection title="Photos">
      <ul className={classes.photos}>
        {photos.map(({ fileId, caption }, index) => (
          <li key={fileId}>
            <img src={fileUrl(fileId)} alt={caption || `Photo ${String(index + 1)}`} />
            <TextField
              label={`Caption of photo ${String(index + 1)}`}
              value={caption}
              maxLength={200}
              onChange={(event) => {
                const text = event.currentTarget.value;
                change({ photos: photos.map((each) => (each.fileId === fileId ? { ...each, caption: text } : each)) });
              }}
            />
            <button
              type="button"
              className={classes.textButton}
              onClick={() => change({ photos: photos.filter((each) => each.fileId !== fileId) })}
            >
              Leave out <span className="rb-visually-hidden">photo {index + 1}</span>
            </button>
          </li>
        ))}
      </ul>
    </ChoiceSection>
  );
}
