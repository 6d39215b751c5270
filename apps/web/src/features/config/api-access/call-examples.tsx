import { Button } from "@mantine/core";
import type { TokenAccess } from "@ridgebook/contract";
import { IconCopy } from "@tabler/icons-react";
import classes from "#features/config/api-access/api-access.module.css";
import { callsOf, examplesOf } from "#features/config/api-access/api-texts.ts";
import { copyText } from "#ui/copy-text.ts";
import { Panel } from "#ui/panel.tsx";

/** How a call looks, and all calls that the token may make. */
export function CallExamples({ access }: { access: TokenAccess }) {
  const calls = callsOf(access);
  return (
    <Panel title="Calls">
      <div className="rb-stack">
        {examplesOf({ origin: window.location.origin, access }).map(({ title, command }) => (
          <section key={title} className={classes.example} aria-label={title}>
            <div className={classes.exampleHead}>
              <h3 className={classes.exampleTitle}>{title}</h3>
              <Button
                size="sm"
                variant="tertiary"
                leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
                aria-label={`Copy: ${title}`}
                onClick={() => void copyText(command, "Example")}
              >
                Copy
              </Button>
            </div>
            {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be reachable with the keyboard */}
            <pre className={classes.command} tabIndex={0} role="region" aria-label={`Command: ${title}`}>
              {command}
            </pre>
          </section>
        ))}
        <details className={classes.calls}>
          <summary>All {calls.length} calls that the token may make</summary>
          <dl className={classes.callList}>
            {calls.map(({ call, summary }) => (
              <div key={call}>
                <dt className={classes.code}>{call}</dt>
                <dd>{summary}</dd>
              </div>
            ))}
          </dl>
        </details>
        <p className="rb-hint">
          Up to 600 calls a minute. What each call takes and answers is in the{" "}
          <a className={classes.textLink} href="/api/openapi.json" target="_blank" rel="noreferrer">
            OpenAPI description
          </a>
          .
        </p>
      </div>
    </Panel>
  );
}
