import { isolatedText } from "@ridgebook/contract/isolated-text";
import type { ReactNode } from "react";

/** Keeps words from right to left apart within one text; elements are isolated by the style sheet (global.css). */
export const isolatedNode = (node: ReactNode): ReactNode => (typeof node === "string" ? isolatedText(node) : node);
