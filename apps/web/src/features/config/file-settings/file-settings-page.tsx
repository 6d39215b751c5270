import { Button } from "@mantine/core";
import { Problem } from "@ridgebook/contract";
import { WORKFLOWS } from "@ridgebook/estimating";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { makeUuid } from "#features/config/attempt-key.ts";
import { PROVIDER_TIMEOUT_MS } from "#features/config/connections/connection-provider.ts";
import classes from "#features/config/file-settings/file-settings.module.css";
import { DRIVE_SETTING, DriveField } from "#features/config/file-settings/drive-field.tsx";
import { MappingField } from "#features/config/file-settings/mapping-field.tsx";
import { namedLists, TEXTS } from "#features/config/file-settings/mapping-text.ts";
import { StorageConnection } from "#features/config/file-settings/storage-connection.tsx";
import { StorageFileField, type StorageFileSetting } from "#features/config/file-settings/storage-file-field.tsx";
import { useStorageItemCheck } from "#features/config/file-settings/storage-item.ts";
import { storageOf } from "#features/config/file-settings/storage-providers.tsx";
import { described } from "#features/config/settings-form/described-settings.ts";
import { SettingsPage, type SettingsSection } from "#features/config/settings-form/settings-page.tsx";
import type { CheckSettings, SettingsForm } from "#features/config/settings-form/use-settings-form.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { providerProblemText } from "#server-client/provider-failure.ts";
import { notices } from "#ui/notices/notices.ts";

const PLACES: readonly StorageFileSetting[] = [
  described({
    name: "salespersonFallbackFolder",
    hint: "Leads' folders are made here, unless their salesperson has one. Paste the folder's link.",
  }),
  described({ name: "pdfFallbackFolder", hint: "Papers go here where no folder can be made for their lead." }),
];
const TEMPLATES: readonly StorageFileSetting[] = [
  described({ name: "projectTemplateFolder", hint: "What is in it is copied into each new folder of a lead." }),
  described({
    name: "projectContractsTemplateFolder",
    hint: "The same for the folder of contracts and change orders.",
  }),
  described({ name: "projectWorkflowTemplateFolder", hint: "The same for the folders that the mappings below make." }),
];
const SPREADSHEET: StorageFileSetting = described({
  name: "estimateFieldsSpreadsheet",
  hint: "An xlsx file as Fields and prices exports it, or a Google sheet. Paste its link.",
  isFile: true,
});
const STORED_ITEMS: readonly StorageFileSetting[] = [...PLACES, ...TEMPLATES, SPREADSHEET];
const MAPPINGS = [
  described({
    name: "leadProjectTypesToFolderNameMapping",
    hint: "One line each: “Roofing = Roof jobs” puts leads with that project type into the folder Roof jobs.",
    kind: TEXTS,
  }),
  described({
    name: "workflowToLeadProjectTypesMapping",
    hint: "One line each: “Gutters = Gutters, Roofing” says which project types the papers of a workflow belong to.",
    kind: namedLists(WORKFLOWS),
  }),
  described({
    name: "projectProjectTypeToFolderNameMapping",
    hint: "One line each: “Roofing = Roof” puts papers of that project type into the folder Roof of their lead.",
    kind: TEXTS,
  }),
] as const;

const Files = ({ form, settings }: { form: SettingsForm; settings: readonly StorageFileSetting[] }) => (
  <div className="rb-stack">
    {settings.map((setting) => (
      <StorageFileField key={setting.name} form={form} setting={setting} />
    ))}
  </div>
);

const useStorageName = (): string | undefined => storageOf(useSession().settings?.fileStorageService ?? 0)?.name;

const SECTIONS: readonly SettingsSection[] = [
  {
    id: "folders",
    title: "Folders",
    settings: [DRIVE_SETTING, ...PLACES],
    content: (form) => (
      <div className="rb-stack">
        <DriveField form={form} />
        <Files form={form} settings={PLACES} />
      </div>
    ),
  },
  {
    id: "templates",
    title: "Templates",
    settings: TEMPLATES,
    content: (form) => <Files form={form} settings={TEMPLATES} />,
  },
  {
    id: "mappings",
    title: "Mappings",
    settings: MAPPINGS,
    content: (form) => (
      <div className="rb-stack">
        {MAPPINGS.map((mapping) => (
          <MappingField key={mapping.name} form={form} {...mapping} />
        ))}
      </div>
    ),
  },
  {
    id: "spreadsheet",
    title: "Price book",
    settings: [SPREADSHEET],
    content: (form) => (
      <>
        <Files form={form} settings={[SPREADSHEET]} />
        <ImportSpreadsheet form={form} />
      </>
    ),
  },
];

/** The storage of the company's papers (ROUTE-21, SET-05, SET-06, SET-08). A dead link is not saved (FILE-10). */
export function FileSettingsPage() {
  const checkItem = useStorageItemCheck();
  const check: CheckSettings = async (changed) => {
    const found = await Promise.all(
      STORED_ITEMS.map(async ({ name, isFile = false }) => {
        const value = changed[name];
        return [name, typeof value === "string" ? await checkItem(value, { isFile }) : undefined] as const;
      }),
    );
    return Object.fromEntries(found.filter(([, problem]) => problem !== undefined));
  };
  return (
    <SettingsPage
      title="Files"
      form="files"
      sections={SECTIONS}
      intro={<StorageConnection />}
      checkBeforeSave={check}
    />
  );
}

/** Reads the saved spreadsheet, and shows what it would change (OP-58). */
function ImportSpreadsheet({ form }: { form: SettingsForm }) {
  const client = useClient();
  const navigate = useNavigate();
  const storageName = useStorageName();
  const { isOnline, reportFailure } = useSession();
  const [isReading, setIsReading] = useState(false);
  const isChosen = form.settings.estimateFieldsSpreadsheet !== "";
  const isChanged = form.changedNames.includes("estimateFieldsSpreadsheet");
  const read = async (): Promise<void> => {
    const importId = makeUuid();
    setIsReading(true);
    try {
      await client.call("importConnectedEstimateFields", { query: { importId } }, { timeoutMs: PROVIDER_TIMEOUT_MS });
      await navigate({ to: "/config/estimate-fields", search: { import: importId } });
    } catch (error) {
      const refused = error instanceof Problem ? error.details.errors?.["formFile"]?.[0] : undefined;
      const text = refused ?? (error instanceof Problem ? providerProblemText(error, storageName ?? "") : undefined);
      if (text === undefined) await reportFailure(error);
      else notices.add({ message: text, type: "error" });
    } finally {
      setIsReading(false);
    }
  };
  return (
    <Button
      className={classes.import}
      variant="secondary"
      disabled={!isOnline || storageName === undefined || !isChosen || isChanged}
      loading={isReading}
      onClick={() => void read()}
    >
      Import this spreadsheet
    </Button>
  );
}
