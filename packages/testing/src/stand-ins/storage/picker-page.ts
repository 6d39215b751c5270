import { escapeHtml, twinPage } from "#stand-ins/twin-page.ts";
import type { FileTree, TwinItem } from "./file-tree.ts";

/** A button for every folder, or every file, that is not in the trash. */
const choicesOf = (tree: FileTree, isFolder: boolean): TwinItem[] =>
  [...tree.items.values()].filter(
    (item) => item.isFolder === isFolder && !item.isTrashed && item.parentId !== undefined,
  );

/** The dialog of a demo picker. `script` is what it does with a choice, which it calls `choose(id)` or `choose()`. */
export const twinPickerPage = ({
  name,
  tree,
  isFolder,
  script,
}: {
  name: string;
  tree: FileTree;
  isFolder: boolean;
  script: string;
}): string =>
  twinPage({
    name,
    style: `body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; padding: 1rem; background: #fff; color: #1b1b1b; }
button { font: inherit; display: block; width: 100%; min-height: 44px; margin: 0 0 0.5rem; text-align: left; }`,
    body: `<p>Choose a ${isFolder ? "folder" : "file"}. This page stands in for the picker of ${escapeHtml(name)}.</p>
${choicesOf(tree, isFolder)
  .map(({ id, name: title }) => `<button type="button" data-id="${escapeHtml(id)}">${escapeHtml(title)}</button>`)
  .join("\n")}
<button type="button">Cancel</button>
<script>
${script}
for (const button of document.querySelectorAll("button")) button.onclick = () => choose(button.dataset.id);
</script>`,
  });
