import { Button } from "@mantine/core";
import { IMAGE_RULES } from "@ridgebook/contract";
import { useId, useRef, useState, type ChangeEvent } from "react";
import { useWatch } from "react-hook-form";
import tables from "#features/config/config.module.css";
import classes from "#features/config/field-options.module.css";
import { OptionPicture } from "#features/config/option-picture.tsx";
import type { OptionFormState } from "#features/config/option-form/option-form-values.ts";
import { acceptOf } from "#files/picture-kinds.ts";
import { uploadFile } from "#files/upload-file.ts";
import { useAttempt } from "#forms/use-attempt.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

/** One of the company's pictures, a color, or none. */
export function OptionPictureField({ form }: { form: OptionFormState }) {
  const client = useClient();
  const { isOnline } = useSession();
  const url = useWatch({ control: form.control, name: "imageUrl" });
  const input = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState<string>();
  const { isBusy: isUploading, attempt } = useAttempt();
  const labelId = useId();

  const handleChange = async ({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [chosen] = currentTarget.files ?? [];
    currentTarget.value = "";
    if (!chosen) return;
    setMessage(undefined);
    await attempt(async () => {
      const outcome = await uploadFile({ client, chosen, rules: IMAGE_RULES });
      if ("message" in outcome) setMessage(outcome.message);
      else form.setValue("imageUrl", outcome.file.url);
    });
  };
  return (
    <div role="group" aria-labelledby={labelId}>
      <div id={labelId} className="rb-legend">
        Picture
        {message !== undefined && <span className="rb-star"> *</span>}
      </div>
      <div className={`rb-row ${classes.pictureLine}`}>
        <OptionPicture url={url || undefined} size={88} />
        <input
          ref={input}
          type="file"
          accept={acceptOf(IMAGE_RULES)}
          aria-label="Picture of the option"
          className={tables.hiddenFile}
          onChange={(event) => void handleChange(event)}
        />
        <Button variant="secondary" disabled={!isOnline} loading={isUploading} onClick={() => input.current?.click()}>
          {url ? "Replace picture" : "Choose picture"}
        </Button>
        {url && (
          <Button variant="tertiary" onClick={() => form.setValue("imageUrl", "")}>
            Remove picture
          </Button>
        )}
      </div>
      {message !== undefined && (
        <p role="alert" className="rb-error">
          {message}
        </p>
      )}
    </div>
  );
}
