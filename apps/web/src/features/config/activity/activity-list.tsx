import { Button } from "@mantine/core";
import { formatTimeOfDay, isolatedText, isUndoable, type Activity } from "@ridgebook/contract";
import { IconArrowRight, IconChevronDown, IconChevronRight, IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId, useState, type ReactNode } from "react";
import type { ActivityDay, ShownActivity } from "#features/config/activity/activity-rows.ts";
import { describeActivity, laterText, valueText } from "#features/config/activity/activity-texts.ts";
import classes from "#features/config/activity/activity.module.css";
import { diffWords, type TextPart } from "#features/config/activity/diff-words.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { countText } from "#ui/counted-text.ts";
import { linkRow, ROW_LINK } from "#ui/link-row.ts";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { Tag } from "#ui/tag.tsx";

/** Rows grouped by day; on a phone each is a card. */
export function ActivityList({
  days,
  undoing,
  onUndo,
}: {
  days: readonly ActivityDay[];
  /** The row that is being undone. */
  undoing: number | undefined;
  onUndo: (row: Activity) => void;
}) {
  return (
    <table className={`rb-table ${classes.table}`}>
      <thead>
        <tr>
          <th scope="col" className={classes.when}>
            When
          </th>
          <th scope="col" className={classes.who}>
            Who
          </th>
          <th scope="col">What changed, from and to</th>
          <th scope="col" className={classes.where}>
            From where
          </th>
          <th scope="col" className={classes.undo}>
            <span className="rb-visually-hidden">Undo</span>
          </th>
        </tr>
      </thead>
      {days.map(({ label, rows }) => (
        <tbody key={label}>
          <tr className={classes.day}>
            <th scope="rowgroup" colSpan={5}>
              {label}
            </th>
          </tr>
          {rows.map((shown) => (
            <Row key={shown.row.id} shown={shown} isUndoing={undoing === shown.row.id} onUndo={onUndo} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Row({
  shown: { row, count },
  isUndoing,
  onUndo,
}: {
  shown: ShownActivity;
  isUndoing: boolean;
  onUndo: (row: Activity) => void;
}) {
  const { timeZone } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const text = describeActivity(row);
  const when = formatTimeOfDay({ time: row.time, timeZone });
  const later = laterText(row, timeZone);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <tr {...(text.isOpened ? linkRow(classes.row) : { className: classes.row })} data-open={isOpen || undefined}>
        <td className={classes.when}>
          {text.isOpened ? (
            <button
              type="button"
              className={classes.open}
              data-on-paper="yes"
              aria-expanded={isOpen}
              aria-controls={detailsId}
              aria-label={`${when}, ${text.title}: both versions`}
              onClick={() => setIsOpen(!isOpen)}
              {...ROW_LINK}
            >
              <Chevron size={16} stroke={1.75} aria-hidden />
              {when}
            </button>
          ) : (
            <span className={classes.moment}>{when}</span>
          )}
        </td>
        <td className={classes.who}>
          {row.actorName}
          {row.isSuperAdmin && <span className={classes.quiet}> super admin</span>}
          {row.action === "signInRefused" && <span className={`rb-small ${classes.second}`}>not signed in</span>}
        </td>
        <td className={classes.what}>
          <What row={row} count={count} />
        </td>
        <td className={classes.where}>
          {row.device}
          <span className={`rb-small ${classes.second}`}>{row.address}</span>
        </td>
        <td className={classes.undo}>
          {isUndoable(row) && (
            <Button
              variant="tertiary"
              loading={isUndoing}
              aria-label={`Undo ${text.title}, ${when}`}
              onClick={() => onUndo(row)}
            >
              Undo
            </Button>
          )}
          {later && <span className={`rb-small ${classes.second}`}>{later}</span>}
        </td>
      </tr>
      {isOpen && (
        <tr className={classes.details} id={detailsId}>
          <td />
          <td colSpan={4}>
            <BothVersions row={row} />
          </td>
        </tr>
      )}
    </>
  );
}

function What({ row, count }: ShownActivity) {
  const { title, note, from, to } = describeActivity(row);
  const isRefused = row.kind === "refused";
  return (
    <>
      {isRefused ? (
        <Tag tone="bad" icon={<IconLock size={14} stroke={1.75} aria-hidden />}>
          {isolatedText(title)}
        </Tag>
      ) : (
        <strong>{isolatedText(title)}</strong>
      )}{" "}
      {from !== undefined && (
        <>
          <span className={classes.quiet}>
            <Swatch row={row} value={row.from} />
            {isolatedText(from)}
          </span>
          <IconArrowRight size={14} stroke={1.75} className={classes.arrow} role="img" aria-label="to" />
          <Swatch row={row} value={row.to} />
          {to !== undefined && isolatedText(to)}{" "}
        </>
      )}
      {note && (
        <span className={isRefused || from === undefined ? undefined : classes.quiet}>
          {isolatedText(note)}
          {count > 1 && `, ${countText(count)} times`}
        </span>
      )}
    </>
  );
}

function Swatch({ row, value }: { row: Activity; value: unknown }): ReactNode {
  if (row.subject !== "themeColor" || typeof value !== "string") return null;
  return <span className={classes.swatch} style={{ background: value }} aria-hidden />;
}

/** Both values of a row that are too long for it: deleted words are struck through, new ones underlined. */
function BothVersions({ row }: { row: Activity }) {
  const client = useClient();
  const whole = useQuery({
    queryKey: ["activity-row", row.id],
    queryFn: ({ signal }) => client.call("getActivity", { params: { id: String(row.id) } }, { signal }),
    enabled: row.isLong,
  });
  const shown = row.isLong ? whole.data : row;
  if (whole.isError) return <p className={classes.quiet}>{whole.error.message}</p>;
  if (!shown) return <SkeletonRows rows={2} label="Loading both versions" />;
  const texts = diffWords(valueText(row.subject, shown.from), valueText(row.subject, shown.to));
  return (
    <div className={classes.versions}>
      <Version title="Before" parts={texts.before} as="del" />
      <Version title="After" parts={texts.after} as="ins" />
    </div>
  );
}

function Version({ title, parts, as: Changed }: { title: string; parts: readonly TextPart[]; as: "del" | "ins" }) {
  return (
    <section aria-label={title}>
      <p className={`rb-small ${classes.versionTitle}`}>{title}</p>
      <p className={classes.version}>
        {parts.map(({ text, isChanged }, index) =>
          isChanged ? <Changed key={index}>{text}</Changed> : <span key={index}>{text}</span>,
        )}
      </p>
    </section>
  );
}
