import { Button } from "@mantine/core";
import { fileUrl, isNoFile, type FileRules, type StoredFile } from "@ridgebook/contract";
import { IconArrowDown, IconArrowUp, IconFile, IconTrash, IconUpload } from "@tabler/icons-react";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type ChangeEvent, type ReactNode } from "react";
import tables from "#features/config/config.module.css";
import classes from "#features/config/settings-form/settings-page.module.css";
import { moveFile } from "#features/config/settings-form/move-file.ts";
import { settingFieldId } from "#features/config/settings-form/setting-fields.tsx";
import type { SettingName } from "#features/config/settings-form/settings-draft.ts";
import type { SettingsForm } from "#features/config/settings-form/use-settings-form.ts";
import { acceptOf } from "#files/picture-kinds.ts";
import { uploadFile } from "#files/upload-file.ts";
import { useAttempt } from "#forms/use-attempt.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { IconButton } from "#ui/icon-button.tsx";

const fileKey = (id: string) => ["stored-file", id] as const;

/** Known data of files, by id; an unknown file is missing. */
function useStoredFiles(ids: readonly string[]): ReadonlyMap<string, StoredFile> {
  const client = useClient();
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: fileKey(id),
      queryFn: ({ signal }: { signal: AbortSignal }) => client.call("getFile", { params: { id } }, { signal }),
      // An id never changes its file.
      staleTime: Infinity,
    })),
    combine: (results) => new Map(results.flatMap(({ data }) => (data ? [[data.id, data] as const] : []))),
  });
}

/** Lets the user choose files and uploads them one after the other. A file with a problem is reported, and the others go on. */
function useUpload({ rules, onUploaded }: { rules: FileRules; onUploaded: (file: StoredFile) => void }) {
  const client = useClient();
  const queries = useQueryClient();
  const { isBusy: isUploading, attempt } = useAttempt();
  const [message, setMessage] = useState<string>();
  const upload = async (chosen: readonly File[]): Promise<void> => {
    setMessage(undefined);
    const refused: string[] = [];
    await attempt(async () => {
      for (const file of chosen) {
        const outcome = await uploadFile({ client, chosen: file, rules });
        if ("message" in outcome)
          refused.push(chosen.length > 1 ? `${file.name}: ${outcome.message}` : outcome.message);
        else {
          queries.setQueryData(fileKey(outcome.file.id), outcome.file);
          onUploaded(outcome.file);
        }
      }
    });
    if (refused.length > 0) setMessage(refused.join(" "));
  };
  return { isUploading, message, upload };
}

function UploadButton({
  label,
  rules,
  isMultiple,
  isUploading,
  id,
  onChoose,
}: {
  label: string;
  rules: FileRules;
  isMultiple: boolean;
  isUploading: boolean;
  id: string;
  onChoose: (files: readonly File[]) => void;
}) {
  const { isOnline } = useSession();
  const input = useRef<HTMLInputElement>(null);
  const handleChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const chosen = [...(currentTarget.files ?? [])];
    // Reset, so that the same file, edited, can be chosen again.
    currentTarget.value = "";
    if (chosen.length > 0) onChoose(chosen);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={acceptOf(rules)}
        multiple={isMultiple}
        aria-label={label}
        className={tables.hiddenFile}
        onChange={handleChange}
      />
      <Button
        id={id}
        variant="secondary"
        disabled={!isOnline}
        loading={isUploading}
        leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}

const isPicture = (name: string): boolean => /\.(jpe?g|png|gif)$/i.test(name);

function FileMark({ id, file }: { id: string; file: StoredFile | undefined }) {
  const { companyId } = useSession();
  if (file && !isPicture(file.name))
    return (
      <span className={classes.mark}>
        <IconFile size={24} stroke={1.75} aria-hidden />
      </span>
    );
  if (companyId === null) return null;
  return <img className={classes.mark} src={fileUrl({ id, companyId })} alt="" loading="lazy" />;
}

const KILOBYTE = 1000;
const sizeText = (bytes: number): string =>
  bytes < KILOBYTE * KILOBYTE
    ? `${String(Math.max(1, Math.round(bytes / KILOBYTE)))} kB`
    : `${(bytes / KILOBYTE / KILOBYTE).toFixed(1)} MB`;

function LabelledFiles({
  label,
  hint,
  error,
  children,
}: {
  label: string;
  hint: string;
  error: string | undefined;
  children: ReactNode;
}) {
  return (
    <div role="group" aria-label={label}>
      <h3 className={`rb-group ${classes.fieldName}`}>
        {label}
        {error !== undefined && <span className="rb-star"> *</span>}
      </h3>
      <p className="rb-hint">{hint}</p>
      {children}
      {error !== undefined && (
        <p role="alert" className="rb-error">
          {error}
        </p>
      )}
    </div>
  );
}

/** Files in the order in which a document shows them. */
export function FileListSetting({
  form,
  name,
  label,
  addLabel,
  hint,
  rules,
}: {
  form: SettingsForm;
  name: SettingName;
  label: string;
  addLabel: string;
  hint: string;
  rules: FileRules;
}) {
  const ids = form.shown(name) as readonly string[];
  const files = useStoredFiles(ids);
  // Several files arrive one after the other: each is added to those before.
  const latest = useRef(ids);
  const change = (next: readonly string[]): void => {
    latest.current = next;
    form.change(name, next);
  };
  const { isUploading, message, upload } = useUpload({
    rules,
    onUploaded: ({ id }) => {
      if (!latest.current.includes(id)) change([...latest.current, id]);
    },
  });
  const error = message ?? form.errorOf(name);
  return (
    <LabelledFiles label={label} hint={hint} error={error}>
      {ids.length > 0 && (
        <ol className={classes.files} aria-label={label}>
          {ids.map((id, index) => {
            const file = files.get(id);
            const shownName = file?.name ?? "File";
            return (
              <li key={id} className={classes.file}>
                <FileMark id={id} file={file} />
                <span className={classes.fileText}>
                  <span className={classes.fileName}>{shownName}</span>
                  {file && <span className={`rb-caption ${classes.fileSize}`}>{sizeText(file.size)}</span>}
                </span>
                <IconButton
                  label={`Move ${shownName} up`}
                  icon={<IconArrowUp size={18} stroke={1.75} aria-hidden />}
                  disabled={index === 0}
                  onClick={() => change(moveFile(ids, index, -1))}
                />
                <IconButton
                  label={`Move ${shownName} down`}
                  icon={<IconArrowDown size={18} stroke={1.75} aria-hidden />}
                  disabled={index === ids.length - 1}
                  onClick={() => change(moveFile(ids, index, 1))}
                />
                <IconButton
                  label={`Remove ${shownName}`}
                  icon={<IconTrash size={18} stroke={1.75} aria-hidden />}
                  onClick={() => change(ids.filter((other) => other !== id))}
                />
              </li>
            );
          })}
        </ol>
      )}
      <div className={`rb-buttons ${classes.upload}`}>
        <UploadButton
          id={settingFieldId(name)}
          label={addLabel}
          rules={rules}
          isMultiple
          isUploading={isUploading}
          onChoose={(chosen) => {
            latest.current = ids;
            void upload(chosen);
          }}
        />
      </div>
    </LabelledFiles>
  );
}

/** One picture, or none. */
export function PictureSetting({
  form,
  name,
  label,
  hint,
  rules,
  ground = "light",
}: {
  form: SettingsForm;
  name: SettingName;
  label: string;
  hint: string;
  rules: FileRules;
  /** The background of the picture, in both schemes. */
  ground?: "light" | "dark";
}) {
  const { companyId } = useSession();
  const id = form.shown(name) as string | null;
  const { isUploading, message, upload } = useUpload({ rules, onUploaded: (file) => form.change(name, file.id) });
  const error = message ?? form.errorOf(name);
  const shownId = isNoFile(id) ? null : id;
  return (
    <LabelledFiles label={label} hint={hint} error={error}>
      {shownId !== null && companyId !== null && (
        <img className={classes.picture} data-on={ground} src={fileUrl({ id: shownId, companyId })} alt={label} />
      )}
      <div className={`rb-buttons ${classes.upload}`}>
        <UploadButton
          id={settingFieldId(name)}
          label={shownId === null ? "Choose picture" : "Replace picture"}
          rules={rules}
          isMultiple={false}
          isUploading={isUploading}
          onChoose={(chosen) => void upload(chosen)}
        />
        {shownId !== null && (
          <Button variant="tertiary" onClick={() => form.change(name, null)}>
            Remove picture
          </Button>
        )}
      </div>
    </LabelledFiles>
  );
}
