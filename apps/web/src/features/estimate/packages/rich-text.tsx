import { Fragment, useMemo } from "react";
import { parseRichText, type RichNode } from "#features/estimate/packages/parse-rich-text.ts";
import classes from "#features/estimate/packages/rich-text.module.css";

/** A formatted text by admins, limited to a few elements (PKG-01). */
export function RichText({ html }: { html: string }) {
  const nodes = useMemo(() => parseRichText(html), [html]);
  return <div className={classes.text}>{drawn(nodes)}</div>;
}

const drawn = (nodes: readonly RichNode[]) =>
  nodes.map((node, index) => {
    if (typeof node === "string") return <Fragment key={index}>{node}</Fragment>;
    const { element: Element, children } = node;
    return Element === "br" ? <br key={index} /> : <Element key={index}>{drawn(children)}</Element>;
  });
