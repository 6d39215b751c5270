import { lazy, Suspense, useId } from "react";
import type { RichTextEditorProps } from "#ui/rich-text-editor/rich-text-editor-props.ts";
import classes from "#ui/rich-text-editor/rich-text-editor.module.css";

/** The editor is as large as the rest of a page and is loaded when a page shows one; the device caches it like every chunk. */
const EditorSurface = lazy(async () => {
  const { EditorSurface: component } = await import("#ui/rich-text-editor/editor-surface.tsx");
  return { default: component };
});

/** Formatted text in one of four modes (3.§4, RTE-01). */
export function RichTextEditor({ heading, id, ...props }: RichTextEditorProps) {
  const ownId = useId();
  const contentId = id ?? ownId;
  const { label, error, hint } = props;
  const describedBy = [error && `${contentId}-error`, hint && `${contentId}-hint`].filter(Boolean).join(" ");
  return (
    <div className={classes.editor}>
      {heading ? (
        <h3 className={`rb-group ${classes.heading}`}>
          {heading}
          {error && (
            <span className="rb-star" aria-hidden>
              {" *"}
            </span>
          )}
        </h3>
      ) : (
        <div className="rb-legend" aria-hidden>
          {label}
          {error && <span className="rb-star"> *</span>}
        </div>
      )}
      <Suspense fallback={<div className={classes.coming} aria-busy aria-label={label} role="group" />}>
        <EditorSurface key={props.mode} {...props} contentId={contentId} describedBy={describedBy} />
      </Suspense>
      {error && (
        <p id={`${contentId}-error`} className="rb-error">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${contentId}-hint`} className={`rb-hint ${classes.hint}`}>
          {hint}
        </p>
      )}
    </div>
  );
}
