import { isolatedText } from "@ridgebook/contract/isolated-text";
import type { ReactNode } from "react";

/** What is said in one text keeps its words from right to left apart; elements are isolated by the style sheet (global.css). */
export const isolatedNode = (node: ReactNode): ReactNode => (typeof node === "string" ? isolatedText(node) : node);
