import { Button } from "@mantine/core";
import { IconCheck, IconCircleCheck } from "@tabler/icons-react";
import { useId, useState } from "react";
import { WindowElevation } from "#features/estimate/drawings/window-elevation.tsx";
import type { HomeownerPackage, HomeownerWindow, HomeownerWork } from "#features/estimate/homeowner/homeowner-model.ts";
import classes from "#features/estimate/homeowner/homeowner-page.module.css";
import type { HomeownerColors } from "#features/estimate/homeowner/offered-colors.ts";
import { PackagePicture } from "#features/estimate/packages/package-picture.tsx";
import { picturesTell } from "#features/estimate/packages/picture-pattern.ts";
import { RichText } from "#features/estimate/packages/rich-text.tsx";

/** One workflow: its packages side by side, and the work that they share. */
export function HomeownerWorkPart({
  work,
  windowScale,
  isAlone,
  isSaving,
  onChoose,
  onChooseColor,
}: {
  work: HomeownerWork;
  /** Pixels per inch, the same for all windows of the page. */
  windowScale: number;
  /** The page's title already names it. */
  isAlone: boolean;
  isSaving: boolean;
  onChoose: (index: number) => void;
  /** Called with the index of the work's colors, and of the chosen one. */
  onChooseColor: (colors: number, choice: number) => void;
}) {
  const titleId = useId();
  const { packages } = work;
  return (
    <section className={classes.work} data-alone={isAlone || undefined} aria-labelledby={titleId}>
      {isAlone ? (
        <h2 id={titleId} className="rb-visually-hidden">
          {work.name}
        </h2>
      ) : (
        <div className={classes.workHead}>
          <h2 id={titleId} className={classes.workTitle}>
            {work.name}
          </h2>
          <p className={classes.workTotal}>{work.total}</p>
        </div>
      )}
      {packages.length > 0 && (
        <Packages packages={packages} workflowId={work.workflowId} isSaving={isSaving} onChoose={onChoose} />
      )}
      {work.discount !== null && <p className={classes.text}>{work.discount}</p>}
      {work.colors.map((colors, index) => (
        <Colors
          key={colors.label}
          colors={colors}
          isSaving={isSaving}
          onChoose={(choice) => onChooseColor(index, choice)}
        />
      ))}
      <Windows windows={work.windows} scale={windowScale} />
      {work.measured.map(({ sentence, material }) => (
        <div key={sentence} className={classes.measured}>
          <p>{sentence}</p>
          {material !== null && (
            <details data-on-paper="no">
              <summary>How much material that takes</summary>
              <p className="rb-hint">{material}</p>
            </details>
          )}
        </div>
      ))}
      {work.scope.length > 0 && (
        <div className={classes.scope}>
          <h3 className={classes.scopeTitle}>{packages.length > 0 ? "Every choice includes" : "What we will do"}</h3>
          <div className={classes.steps}>
            {work.scope.map(({ heading, sentences }) => (
              <div key={heading} className={classes.step}>
                <h4>{heading}</h4>
                <ul>
                  {sentences.map((sentence, index) => (
                    <li key={`${sentence} ${String(index)}`}>
                      <IconCheck size={16} stroke={1.75} aria-hidden />
                      <span>{sentence}</span>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </div>
      )}
    </section>
  );
}

type PriceView = "full" | "monthly";

function Packages({
  packages,
  workflowId,
  isSaving,
  onChoose,
}: {
  packages: readonly HomeownerPackage[];
  workflowId: number;
  isSaving: boolean;
  onChoose: (index: number) => void;
}) {
  const [view, setView] = useState<PriceView>("full");
  const hasPictures = picturesTell({ workflowId, packages });
  const hasMonths = packages.every(({ month }) => month !== null);
  return (
    <div className={classes.packages}>
      {hasMonths && <PriceSwitch view={view} onChange={setView} />}
      <div className={classes.cards} style={{ "--cards": packages.length } as React.CSSProperties}>
        {packages.map((each, index) => (
          <Card
            key={each.name}
            package={each}
            workflowId={workflowId}
            hasPicture={hasPictures}
            view={hasMonths ? view : "full"}
            isSaving={isSaving}
            onChoose={() => onChoose(index)}
          />
        ))}
      </div>
    </div>
  );
}

const PRICE_VIEWS = [
  { value: "full", label: "Full price" },
  { value: "monthly", label: "Monthly" },
] as const;

function PriceSwitch({ view, onChange }: { view: PriceView; onChange: (view: PriceView) => void }) {
  const name = useId();
  return (
    <div className={`rb-segments ${classes.priceSwitch}`} role="radiogroup" aria-label="Prices" data-on-paper="no">
      {PRICE_VIEWS.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name={name} checked={view === value} onChange={() => onChange(value)} />
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
}

function Card({
  package: { label, name, imageUrl, description, price, month, isChosen, rows },
  workflowId,
  hasPicture,
  view,
  isSaving,
  onChoose,
}: {
  package: HomeownerPackage;
  workflowId: number;
  hasPicture: boolean;
  view: PriceView;
  isSaving: boolean;
  onChoose: () => void;
}) {
  const nameId = useId();
  const isMonthly = view === "monthly" && month !== null;
  return (
    <article className={classes.card} data-chosen={isChosen} aria-labelledby={nameId}>
      {hasPicture ? (
        <div className={classes.picture}>
          <PackagePicture workflowId={workflowId} name={name} imageUrl={imageUrl} />
        </div>
      ) : (
        <div className={classes.edge} />
      )}
      <p className={classes.cardLabel}>
        <span>{label}</span>
        {isChosen && (
          <span className={classes.yours}>
            <IconCircleCheck size={18} stroke={1.75} aria-hidden />
            Your choice
          </span>
        )}
      </p>
      <h3 id={nameId} className={classes.cardName}>
        {name}
      </h3>
      <p className={classes.prices}>
        <span className={classes.price}>{isMonthly ? month : price}</span>{" "}
        {month !== null && <span className={classes.other}>or {isMonthly ? price : month}</span>}
      </p>
      <dl className={classes.rows}>
        {rows.map((row) => (
          <div key={row.label} className={classes.row}>
            <dt>{row.label}</dt>
            <dd>{row.text}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.description}>{description && <RichText html={description} />}</div>
      <Button
        size="lg"
        fullWidth
        variant={isChosen ? "primary" : "outline"}
        aria-pressed={isChosen}
        // Ignored while it is saving.
        aria-disabled={isSaving || undefined}
        leftSection={isChosen && <IconCheck size={18} stroke={1.75} aria-hidden />}
        onClick={() => {
          if (!isChosen && !isSaving) onChoose();
        }}
      >
        {isChosen ? "Chosen" : `Choose ${label === "" ? "this" : label.toLowerCase()}`}
        <span className="rb-visually-hidden">: {name}</span>
      </Button>
    </article>
  );
}

function Colors({
  colors: { label, chosen, choices },
  isSaving,
  onChoose,
}: {
  colors: HomeownerColors;
  isSaving: boolean;
  onChoose: (choice: number) => void;
}) {
  const name = useId();
  return (
    <fieldset className="rb-buttons" data-on-paper={chosen === null ? "no" : undefined}>
      <legend className={classes.colorsTitle}>
        {label}
        <span className="rb-hint">{chosen ?? "Not chosen yet"}</span>
      </legend>
      {choices.map((choice, index) => (
        <label
          key={choice.name}
          className={classes.color}
          data-chosen={choice.isChosen || undefined}
          data-on-paper={choice.isChosen ? undefined : "no"}
        >
          <input
            type="radio"
            name={name}
            data-on-paper="no"
            checked={choice.isChosen}
            onChange={() => {
              if (!isSaving) onChoose(index);
            }}
          />
          <img src={choice.imageUrl} alt="" loading="lazy" decoding="async" />
          <span>{choice.name}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Windows({ windows, scale }: { windows: readonly HomeownerWindow[]; scale: number }) {
  if (windows.length === 0) return null;
  return (
    <ul className={`rb-list ${classes.windows}`} aria-label="Windows">
      {windows.map(({ texts, sentence, room, count }, index) => (
        <li key={`${sentence} ${String(index)}`}>
          <WindowElevation {...texts} scale={scale} />
          <p className={classes.windowName}>
            {room}
            {count !== "" && `${room === "" ? "" : " "}× ${count}`}
          </p>
          <p className="rb-hint">{sentence}</p>
        </li>
      ))}
    </ul>
  );
}
