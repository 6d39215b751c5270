/* The files and folders of an invented account, which both twins expose in their own APIs. */

export interface TwinItem {
  readonly id: string;
  name: string;
  /** Undefined for the root. */
  parentId: string | undefined;
  readonly isFolder: boolean;
  /** Empty for a folder. */
  bytes: Buffer;
  readonly contentType: string;
  modifiedTime: number;
  isTrashed: boolean;
  canDownload: boolean;
  /** In a shared drive, not in the account's own. */
  readonly isShared: boolean;
  /** Not in the index yet: it was added while that is delayed. */
  isUnlisted: boolean;
}

type Given = Pick<TwinItem, "name" | "parentId"> & Partial<Omit<TwinItem, "name" | "parentId">>;

export interface FileTree {
  readonly items: Map<string, TwinItem>;
  /** Files that were added since are in no list and found by no name, as with a storage's delayed index; by id they are found. */
  isIndexLate: boolean;
  /** Edits of people, also during calls. A folder is moved or trashed with its contents. */
  rename(id: string, name: string): void;
  move(id: string, parentId: string): void;
  trash(id: string): void;
  /** Creates the contents of each spreadsheet of the account, if it has any. */
  fillSpreadsheets(makeWorkbook: () => Promise<Uint8Array | undefined>): Promise<void>;
  /** Renames the created folders, or puts them into the trash with their contents, until it is reset. */
  meddle(how: { readonly isRenaming: boolean; readonly isTrashing: boolean }): void;
  /** The id of the root. */
  readonly rootId: string;
  /** A folder if without bytes. */
  add(given: Given): TwinItem;
  find(id: string): TwinItem | undefined;
  /** Those that are not in the trash, by name. */
  childrenOf(id: string): TwinItem[];
  /** Names from the root down: "Projects/Whitlock (7)/Contract.pdf". */
  paths(): string[];
  /** The free bytes of the account's quota. */
  roomBytes: number;
}

/** Ids of what a demo account begins with; `idOf` writes them as the provider's look. */
export const DEMO_ITEMS = {
  projects: "DemoProjects",
  templates: "DemoTemplates",
  projectTemplate: "DemoProjectTemplate",
  contractsTemplate: "DemoContractsTemplate",
  workflowTemplate: "DemoWorkflowTemplate",
  fallback: "DemoFallback",
  spreadsheet: "DemoSpreadsheet",
  sheet: "DemoSheet",
  protectedFile: "DemoProtected",
  trashed: "DemoTrashed",
  shared: "DemoShared",
} as const;

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** What the spreadsheets hold before `fillSpreadsheets`. */
const NO_WORKBOOK = Buffer.from("not a workbook");

export function createFileTree({
  idOf,
  now,
  sheetType,
}: {
  idOf: (word: string) => string;
  now: () => number;
  /** The storage's own kind of spreadsheet, of which the account has one; undefined for a storage without. */
  sheetType?: string;
}): FileTree {
  const items = new Map<string, TwinItem>();
  const rootId = idOf("Root");
  let count = 0;
  const itemOf = (id: string): TwinItem => {
    const item = items.get(id);
    if (!item) throw new Error(`The twin has no item ${id}.`);
    return item;
  };
  let isIndexLate = false;
  /** What the account has from the start; tests do not change it. */
  const given = new Set<string>();
  const madeFolders = (): TwinItem[] => [...items.values()].filter(({ id, isFolder }) => isFolder && !given.has(id));
  const formerNames = new Map<string, string>();
  const binned = new Set<string>();

  function renameMade(isOn: boolean): void {
    if (isOn && formerNames.size === 0)
      for (const item of madeFolders()) {
        formerNames.set(item.id, item.name);
        item.name = `${item.name} (renamed)`;
      }
    if (isOn) return;
    for (const [id, name] of formerNames) itemOf(id).name = name;
    formerNames.clear();
  }

  function trashMade(isOn: boolean): void {
    if (isOn && binned.size === 0)
      for (const item of madeFolders()) {
        const there = [...items.values()].filter(({ isTrashed }) => !isTrashed);
        tree.trash(item.id);
        for (const { id, isTrashed } of there) if (isTrashed) binned.add(id);
      }
    if (isOn) return;
    for (const id of binned) {
      const item = itemOf(id);
      // Created again meanwhile: OneDrive allows each name once in a folder.
      const isTaken = tree.childrenOf(item.parentId ?? "").some(({ name }) => name === item.name);
      if (isTaken) item.name = `${item.name} (restored)`;
      item.isTrashed = false;
    }
    binned.clear();
  }

  const tree: FileTree = {
    items,
    rootId,
    get isIndexLate() {
      return isIndexLate;
    },
    set isIndexLate(is) {
      isIndexLate = is;
      if (!is) for (const item of items.values()) item.isUnlisted = false;
    },
    rename(id, name) {
      itemOf(id).name = name;
    },
    move(id, parentId) {
      itemOf(id).parentId = parentId;
    },
    trash(id) {
      itemOf(id).isTrashed = true;
      for (const item of items.values()) if (item.parentId === id) tree.trash(item.id);
    },
    meddle({ isRenaming, isTrashing }) {
      renameMade(isRenaming);
      trashMade(isTrashing);
    },
    roomBytes: 1_000_000_000,
    async fillSpreadsheets(makeWorkbook) {
      const workbook = await makeWorkbook();
      if (!workbook) return;
      for (const word of ["spreadsheet", "sheet"] as const) {
        const item = items.get(idOf(DEMO_ITEMS[word]));
        if (item) item.bytes = Buffer.from(workbook);
      }
    },
    add({ name, parentId, ...more }) {
      count += 1;
      const item: TwinItem = {
        id: idOf(`Item${String(count)}`),
        name,
        parentId,
        isFolder: more.bytes === undefined,
        bytes: Buffer.alloc(0),
        contentType: "application/octet-stream",
        modifiedTime: now(),
        isTrashed: false,
        canDownload: true,
        isShared: false,
        isUnlisted: isIndexLate,
        ...more,
      };
      items.set(item.id, item);
      tree.roomBytes -= item.bytes.length;
      return item;
    },
    find: (id) => items.get(id),
    childrenOf: (id) =>
      [...items.values()]
        .filter(({ parentId, isTrashed, isUnlisted }) => parentId === id && !isTrashed && !isUnlisted)
        .sort((one, other) => (one.name < other.name ? -1 : 1)),
    paths() {
      const below = (id: string, prefix: string): string[] =>
        tree.childrenOf(id).flatMap((item) => [`${prefix}${item.name}`, ...below(item.id, `${prefix}${item.name}/`)]);
      return below(rootId, "");
    },
  };

  const named = (word: keyof typeof DEMO_ITEMS, name: string, more: Partial<TwinItem> = {}): TwinItem =>
    tree.add({ id: idOf(DEMO_ITEMS[word]), name, parentId: rootId, ...more });
  items.set(rootId, {
    id: rootId,
    name: "My files",
    parentId: undefined,
    isFolder: true,
    bytes: Buffer.alloc(0),
    contentType: "",
    modifiedTime: now(),
    isTrashed: false,
    canDownload: true,
    isShared: false,
    isUnlisted: false,
  });
  named("projects", "Projects");
  const templates = named("templates", "Templates").id;
  const project = named("projectTemplate", "Project", { parentId: templates }).id;
  for (const name of ["Photos", "Permits"]) tree.add({ name, parentId: project });
  tree.add({ name: "Checklist.txt", parentId: project, bytes: Buffer.from("Call before digging.\n") });
  const contracts = named("contractsTemplate", "Contracts", { parentId: templates }).id;
  tree.add({ name: "Lien waivers", parentId: contracts });
  const workflow = named("workflowTemplate", "Work", { parentId: templates }).id;
  tree.add({ name: "Deliveries", parentId: workflow });
  named("fallback", "Papers without a place");
  named("spreadsheet", "Price book.xlsx", {
    bytes: NO_WORKBOOK,
    isFolder: false,
    contentType: XLSX,
  });
  if (sheetType !== undefined)
    named("sheet", "Price sheet", {
      bytes: NO_WORKBOOK,
      isFolder: false,
      contentType: sheetType,
    });
  named("protectedFile", "Protected.xlsx", {
    bytes: Buffer.from("protected"),
    isFolder: false,
    canDownload: false,
    contentType: XLSX,
  });
  named("trashed", "Former projects", { isTrashed: true });
  named("shared", "Shared projects", { isShared: true });
  for (const id of items.keys()) given.add(id);
  return tree;
}
