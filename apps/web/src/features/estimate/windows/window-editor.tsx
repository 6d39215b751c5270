import type { WindowView } from "@ridgebook/documents/drawings";
import { linesOf, type FormLine } from "@ridgebook/estimating";
import { Link } from "@tanstack/react-router";
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from "react";
import { WindowElevation } from "#features/estimate/drawings/window-elevation.tsx";
import { hasSize, operationText } from "#features/estimate/drawings/window-words.ts";
import { useFormValue } from "#features/estimate/form/form-context.tsx";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { WINDOWS } from "#features/estimate/paths.ts";
import type { RowsPlace, WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { LabelledField } from "#features/estimate/rows/labelled-field.tsx";
import { rowDomId, useRowsOf } from "#features/estimate/rows/list-of-rows.ts";
import { AddFirst, ClearRows, RowActions } from "#features/estimate/rows/row-actions.tsx";
import { SectionPlaceProvider } from "#features/estimate/rows/use-field.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";
import { useWorkflowTitle } from "#features/estimate/use-workflow-title.ts";
import { SizePanel } from "#features/estimate/windows/size-panel.tsx";
import classes from "#features/estimate/windows/window-editor.module.css";
import { childLine, WINDOW, WINDOW_TRIM_SECTION, windowsIn } from "#features/estimate/windows/window-lines.ts";
import { windowTexts } from "#features/estimate/windows/window-texts.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { notices } from "#ui/notices/notices.ts";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";

/** A window's general choices in order of entry. Fields that do not apply to its type are hidden. */
const PLACE_FIELDS = ["roomName", "windowStyle", "windowModel"] as const;
const NOTE_FIELDS = ["roomDetails", "windowStyleDetails"] as const;
const GLASS_FIELDS = [
  "glassType",
  "screen",
  "hardware",
  "installType",
  "jambDepth",
  "operatingSash",
  "swing",
  "obscureSash",
  "blinds",
  "weld",
  "roofOption",
  "footLock",
] as const;
const COLOR_FIELDS = ["exteriorColor", "interiorColor", "interiorBoxFinished"] as const;

const LISTS = {
  grid: { title: "Grid", addText: "Add grid", fields: ["gridSize", "gridPattern", "gridColor"], isPricedInTrim: false },
  interiorTrim: {
    title: "Interior trim",
    addText: "Add interior trim",
    fields: ["interiorTrimType", "interiorTrimColor", "interiorTrimLength"],
    isPricedInTrim: true,
  },
  exteriorTrim: {
    title: "Exterior trim",
    addText: "Add exterior trim",
    fields: ["exteriorTrimType", "exteriorTrimColor", "exteriorTrimLength"],
    isPricedInTrim: true,
  },
} as const;

/** Everything about one window: its drawing, its size, and all of its fields (WF-WIN-06 to 13). */
export function WindowEditor({ windowId }: { windowId: number }) {
  const workflow = useWorkflowTitle();
  useTellGridGone(windowId);
  const outer = useMemo(() => [{ property: WINDOW, id: windowId }], [windowId]);
  const field = (property: string) => (
    <LabelledField key={property} place={{ outer, property, lineId: null }} showsAddedPrice />
  );
  return (
    <SectionPlaceProvider value={`${workflow} · Window Details`}>
      <div className={classes.room}>
        <div className={classes.editor}>
          <div className={classes.picture}>
            <Drawing windowId={windowId} />
            <SizePanel windowId={windowId} />
          </div>
          <div className={classes.fields}>
            <section className={classes.group} aria-label="Room, type and size">
              <div className={classes.grid}>{PLACE_FIELDS.map(field)}</div>
              <div className={classes.sizes}>
                {field("width")}
                {field("height")}
                {field("ui")}
                <LabelledField place={{ outer: [], property: WINDOW, lineId: windowId }} label="Quantity" />
              </div>
              <div className={classes.notes}>{NOTE_FIELDS.map(field)}</div>
            </section>
            <Group title="Glass & operation">
              <div className={classes.grid}>{GLASS_FIELDS.map(field)}</div>
            </Group>
            <RowsGroup outer={outer} property="grid" />
            <Group title="Color">
              <div className={classes.grid}>{COLOR_FIELDS.map(field)}</div>
            </Group>
            <RowsGroup outer={outer} property="exteriorTrim" />
            <RowsGroup outer={outer} property="interiorTrim" />
          </div>
        </div>
      </div>
    </SectionPlaceProvider>
  );
}

/** Notifies when a change of type removes the grid that the person chose (WIN-04). */
function useTellGridGone(windowId: number): void {
  const style = useFormValue((_snapshot, form) => childLine(lineOf(form, windowId), "windowStyle")?.value ?? null);
  const grids = useFormValue((_snapshot, form) => linesOf(lineOf(form, windowId)?.children, "grid").length);
  const before = useRef({ style, grids });
  useEffect(() => {
    const { style: former, grids: formerly } = before.current;
    before.current = { style, grids };
    if (style !== null && style !== former && formerly > 0 && grids === 0)
      notices.add({ message: "The grid is removed: it was chosen for another window type", type: "info" });
  }, [style, grids]);
}

const lineOf = (form: Pick<WorkflowForm, "getSnapshot">, windowId: number): FormLine | undefined =>
  windowsIn(form).find(({ id }) => id === windowId);

function Group({ title, action, children }: { title: string; action?: ReactNode; children?: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.group} aria-labelledby={id}>
      <div className={classes.groupHead}>
        <h2 id={id} className="rb-group">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Shown in place of a window that is still loading, or does not exist. */
export function NoWindow({ isWaiting, listPath }: { isWaiting: boolean; listPath: string }) {
  if (isWaiting) return <SkeletonRows rows={8} label="Opening the window" />;
  return (
    <EmptyState
      title="This window does not exist."
      text="It may have been deleted, or the link is not complete."
      action={<Link {...linkTo(listPath)}>Go to the windows</Link>}
    />
  );
}

/** A repeatable part of a window; an empty one is a heading with a button to add the first (WF-WIN-12, WF-WIN-13). */
function RowsGroup({ outer, property }: { outer: RowsPlace["outer"]; property: keyof typeof LISTS }) {
  const { title, addText, fields, isPricedInTrim } = LISTS[property];
  const rows = useMemo((): RowsPlace => ({ outer, property }), [outer, property]);
  const list = useRowsOf(rows);
  return (
    <Group
      title={title}
      action={list.length === 0 ? <AddFirst rows={rows} text={addText} /> : <ClearRows rows={rows} label={title} />}
    >
      {list.length > 0 && (
        <div className={classes.rows}>
          {list.map(({ id, key }, index) => {
            const name = list.length > 1 ? `${title} ${index + 1}` : title;
            const below = [...outer, { property, id }];
            return (
              <div key={key} id={rowDomId(rows, id)} className={classes.row} role="group" aria-label={name}>
                <div className={classes.grid}>
                  {fields.map((each) => (
                    <LabelledField key={each} place={{ outer: below, property: each, lineId: null }} showsAddedPrice />
                  ))}
                </div>
                <RowActions rows={rows} lineId={id} index={index} count={list.length} label={title} name={name} />
              </div>
            );
          })}
        </div>
      )}
      {isPricedInTrim && list.length > 0 && <PricedInTrim />}
    </Group>
  );
}

/** Trim is bought by the piece and priced for all windows together, in a later step (3.§2, step Trim). */
function PricedInTrim() {
  const { workflows } = useOpenEstimate();
  const step = workflows.find(({ id }) => id === WINDOWS)?.sections.find(({ id }) => id === WINDOW_TRIM_SECTION);
  if (!step?.enabled) return null;
  return (
    <p className={`rb-hint ${classes.priced}`}>
      Ordered and priced in the step {step.title}, for all windows together.
    </p>
  );
}

const VIEWS: readonly { readonly view: WindowView; readonly label: string }[] = [
  { view: "outside", label: "Outside" },
  { view: "inside", label: "Inside" },
];

/** The window drawn from its values, from outside or inside. */
function Drawing({ windowId }: { windowId: number }) {
  const [view, setView] = useState<WindowView>("outside");
  const name = useId();
  const texts = useFormValue(({ values }, form) => {
    const line = linesOf(values, WINDOW).find(({ id }) => id === windowId);
    return line ? windowTexts(form.book, line) : null;
  });
  if (!texts) return null;
  return (
    <figure className={classes.figure} data-sized={hasSize(texts) || undefined}>
      <fieldset className={classes.views}>
        <legend className="rb-visually-hidden">Seen from</legend>
        {VIEWS.map(({ view: each, label }) => (
          <label key={each} className={classes.view}>
            <input
              type="radio"
              name={name}
              className="rb-visually-hidden"
              checked={view === each}
              onChange={() => setView(each)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div className={classes.drawing}>
        <WindowElevation {...texts} view={view} />
      </div>
      <figcaption className="rb-caption">
        {hasSize(texts)
          ? `Drawn to scale, seen from ${view}. ${operationText(texts, view)}`
          : "Drawn to scale once width and height are entered."}
      </figcaption>
    </figure>
  );
}
