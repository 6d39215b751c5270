import type { FileTree, TwinItem } from "./file-tree.ts";

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);

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
}): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo ${escape(name)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; padding: 1rem; background: #fff; color: #1b1b1b; }
button { font: inherit; display: block; width: 100%; min-height: 44px; margin: 0 0 0.5rem; text-align: left; }
</style>
</head>
<body>
<h1>Demo ${escape(name)}</h1>
<p>Choose a ${isFolder ? "folder" : "file"}. This page stands in for the picker of ${escape(name)}.</p>
${choicesOf(tree, isFolder)
  .map(({ id, name: title }) => `<button type="button" data-id="${escape(id)}">${escape(title)}</button>`)
  .join("\n")}
<button type="button">Cancel</button>
<script>
${script}
for (const button of document.querySelectorAll("button")) button.onclick = () => choose(button.dataset.id);
</script>
</body>
</html>
`;
