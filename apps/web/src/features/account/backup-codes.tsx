import { Button } from "@mantine/core";
import { PRODUCT_NAME } from "@ridgebook/contract";
import { saveFile } from "#files/save-file.ts";
import pageClasses from "#features/account/framed-page.module.css";
import classes from "#features/account/two-step.module.css";
import { copyText } from "#ui/copy-text.ts";

const asText = (codes: readonly string[]): string =>
  [`Backup codes for ${PRODUCT_NAME}. Each works once.`, "", ...codes, ""].join("\r\n");

/** Backup codes that were just made: the server keeps only their hashes, so they cannot be shown again. */
export function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const save = (): void =>
    saveFile(new File([asText(codes)], `${PRODUCT_NAME} backup codes.txt`, { type: "text/plain" }));

  return (
    <div className={pageClasses.form}>
      <p>
        Keep these backup codes where you find them without your phone. Each signs you in once instead of a code from
        the app. <strong>They are shown only now.</strong>
      </p>
      <ul className={classes.codes} aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={pageClasses.actions}>
        <Button data-first variant="secondary" onClick={() => void copyText(codes.join("\n"), "Backup codes")}>
          Copy
        </Button>
        <Button variant="secondary" onClick={save}>
          Save as file
        </Button>
        <Button onClick={onDone}>I have kept them</Button>
      </div>
    </div>
  );
}
