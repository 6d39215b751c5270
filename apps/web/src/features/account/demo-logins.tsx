import type { ReplyOf } from "#server-client/server-client.ts";
import { Problem } from "@ridgebook/contract";
import { useEffect, useState } from "react";
import classes from "#features/account/demo-logins.module.css";
import { useClient } from "#server-client/client-context.tsx";

type Demo = NonNullable<ReplyOf<"getInfo">["demo"]>;

/** The logins of the demo company, if this is one. Says openly that anyone can use them. */
export function DemoLogins({ onUse }: { onUse: (credentials: { email: string; password: string }) => void }) {
  const client = useClient();
  const [demo, setDemo] = useState<Demo | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    client.call("getInfo", { query: { keys: "demo" } }, { signal: leaving.signal }).then(
      (info) => setDemo(info.demo ?? null),
      (error: unknown) => {
        // If the request fails, the box is not missed; the form itself says what is wrong.
        if (!(error instanceof Problem)) reportError(error);
      },
    );
    return () => leaving.abort();
  }, [client]);

  if (!demo) return null;
  return (
    <section className={classes.box} aria-labelledby="demo-logins">
      <div className={classes.head}>
        <h2 id="demo-logins" className="rb-group">
          Demo company
        </h2>
        <p className="rb-hint">
          Password for all: <strong>{demo.password}</strong>
        </p>
      </div>
      <ul className={`rb-list ${classes.logins}`}>
        {demo.logins.map(({ email, description }) => (
          <li key={email} className={classes.login}>
            <span className={classes.email}>{email}</span>
            <span className={classes.description}>{description}</span>
            <button
              type="button"
              className={classes.use}
              aria-label={`Use ${email}`}
              onClick={() => onUse({ email, password: demo.password })}
            >
              Use
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
