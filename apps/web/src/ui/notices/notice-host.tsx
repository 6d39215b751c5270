import { isolatedText } from "@ridgebook/contract/isolated-text";
import { IconAlertCircle, IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import type { Notice, NoticeStore } from "#ui/notices/notice-store.ts";
import { notices as appNotices } from "#ui/notices/notices.ts";
import classes from "#ui/notices/notice-host.module.css";

const ICONS = { success: IconCheck, info: IconInfoCircle, warning: IconAlertTriangle, error: IconAlertCircle };

/** Draws the notices, newest at the bottom. Once in the shell. */
export function NoticeHost({ store = appNotices }: { store?: NoticeStore }) {
  const shown = useSyncExternalStore(store.subscribe, store.getSnapshot);
  // Both regions are always present: a screen reader only announces what is added to a region it already knows.
  return (
    <div className={classes.host}>
      <div role="status" className={classes.stack}>
        {shown
          .filter(({ type }) => type !== "error")
          .map((notice) => (
            <NoticeLine key={notice.id} notice={notice} store={store} />
          ))}
      </div>
      <div role="alert" className={classes.stack}>
        {shown
          .filter(({ type }) => type === "error")
          .map((notice) => (
            <NoticeLine key={notice.id} notice={notice} store={store} />
          ))}
      </div>
    </div>
  );
}

function NoticeLine({ notice, store }: { notice: Notice; store: NoticeStore }) {
  const { id, message, type, action, closing } = notice;
  const Icon = ICONS[type];
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- pointing and focus only stop the clock; everything that acts is a button inside
    <div
      className={classes.notice}
      data-type={type}
      data-closing={closing || undefined}
      onPointerEnter={() => store.hold(id)}
      onPointerLeave={() => store.release(id)}
      onFocus={() => store.hold(id)}
      onBlur={() => store.release(id)}
    >
      <Icon className={classes.icon} size={18} stroke={1.75} aria-hidden />
      <span className={classes.message}>{isolatedText(message)}</span>
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            store.close(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={classes.close} aria-label="Close message" onClick={() => store.close(id)}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </button>
    </div>
  );
}
