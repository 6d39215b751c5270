import { rem } from "@mantine/core";
import classes from "#ui/avatar-initials.module.css";

/** A person as a circle with initials. With `name` it is labeled; without, it is decoration beside a name. */
export function AvatarInitials({ initials, name, size = 32 }: { initials: string; name?: string; size?: number }) {
  return (
    <span
      className={classes.avatar}
      style={{ width: rem(size), height: rem(size), fontSize: rem(Math.round(size * 0.375)) }}
      {...(name === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": name })}
    >
      {initials}
    </span>
  );
}
