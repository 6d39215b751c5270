import { fileURLToPath } from "node:url";

/** The repository's folder, so that every script works from any current folder. */
export const PROJECT_ROOT = fileURLToPath(new URL("..", import.meta.url));
