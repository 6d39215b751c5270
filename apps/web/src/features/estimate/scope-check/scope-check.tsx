import { summaryKey, type EstimateCopy } from "@ridgebook/contract";
import type { ScopeFinding } from "@ridgebook/estimating";
import {
  IconAlertTriangle,
  IconCheck,
  IconChevronRight,
  IconCircleDashed,
  IconCurrencyDollarOff,
  IconEqualNot,
  type Icon,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useOpenEstimate, type OpenEstimate } from "#features/estimate/open-estimate.tsx";
import { stepPath } from "#features/estimate/paths.ts";
import { findingPath } from "#features/estimate/scope-check/finding-path.ts";
import { thingsToLookAt } from "#features/estimate/scope-check/finding-words.ts";
import classes from "#features/estimate/scope-check/scope-check.module.css";
import { untouchedWork } from "#features/estimate/scope-check/untouched-work.ts";
import { useScopeFindings } from "#features/estimate/scope-check/use-scope-findings.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";

/** Each severity has an icon and a word, not just a color. */
const SEVERITIES: Record<ScopeFinding["severity"], { icon: Icon; word: string }> = {
  missing: { icon: IconAlertTriangle, word: "Missing" },
  mismatch: { icon: IconEqualNot, word: "Does not agree" },
  unpriced: { icon: IconCurrencyDollarOff, word: "No price" },
};

interface Group {
  readonly key: string;
  readonly title: string;
  readonly findings: readonly ScopeFinding[];
}

function titleOf({ estimate, workflows }: OpenEstimate, { workflowId, workflowEstimateId }: EstimateCopy): string {
  const title = workflows.find(({ id }) => id === workflowId)?.title ?? "";
  if (workflowEstimateId === 1) return title;
  const copy = estimate.duplicateWorkflows.find(
    (each) => each.workflowId === workflowId && each.workflowEstimateId === workflowEstimateId,
  );
  return copy?.name || `${title} ${String(workflowEstimateId)}`;
}

function groupsOf(open: OpenEstimate, findings: readonly ScopeFinding[]): readonly Group[] {
  const byCopy = new Map<string, ScopeFinding[]>();
  for (const finding of findings) {
    const key = summaryKey(finding);
    const group = byCopy.get(key);
    if (group) group.push(finding);
    else byCopy.set(key, [finding]);
  }
  return [...byCopy].map(([key, own]) => ({ key, title: own[0] ? titleOf(open, own[0]) : "", findings: own }));
}

/** What the open estimate probably lacks, by workflow, with links to the fields. */
export function ScopeCheck() {
  const open = useOpenEstimate();
  const findings = useScopeFindings();
  const untouched = untouchedWork(open.estimate);
  const count = findings.length + untouched.length;
  if (count === 0)
    return (
      <p className={classes.nothing}>
        <IconCheck className={classes.ok} size={20} stroke={1.75} aria-hidden /> Nothing missing
      </p>
    );
  return (
    <div className={classes.check}>
      <p className="rb-hint">{thingsToLookAt(count)}</p>
      {untouched.length > 0 && (
        <ul className={classes.findings} aria-label="Work that nobody has begun">
          {untouched.map((copy) => (
            <li key={summaryKey(copy)}>
              <Link {...linkTo(stepPath(open.estimate.id, copy, 1))} className={classes.finding}>
                <IconCircleDashed className={classes.icon} size={20} stroke={1.75} aria-hidden />
                <span className={classes.text}>
                  {titleOf(open, copy)}: nothing is entered yet.
                  <span className={`rb-caption ${classes.place}`}>Not begun</span>
                </span>
                <IconChevronRight className={classes.chevron} size={18} stroke={1.75} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {groupsOf(open, findings).map(({ key, title, findings: own }) => (
        <section key={key} className={classes.group} aria-label={title}>
          <h3 className={classes.title}>
            {title} <span className={classes.count}>{own.length}</span>
          </h3>
          <ul className={classes.findings}>
            {own.map((finding) => (
              <li key={`${finding.code} ${finding.fieldKey} ${String(finding.lineId)}`}>
                <Finding finding={finding} open={open} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Finding({ finding, open }: { finding: ScopeFinding; open: OpenEstimate }) {
  const path = findingPath(open.estimate.id, finding);
  const { icon: SeverityIcon, word } = SEVERITIES[finding.severity];
  const section = open.workflows
    .find(({ id }) => id === finding.workflowId)
    ?.sections.find(({ id }) => id === finding.sectionId)?.title;
  const content = (
    <>
      <SeverityIcon className={classes.icon} size={20} stroke={1.75} aria-hidden />
      <span className={classes.text}>
        {finding.text}
        <span className={`rb-caption ${classes.place}`}>{[word, section].filter(Boolean).join(" · ")}</span>
      </span>
    </>
  );
  if (path === null) return <div className={classes.finding}>{content}</div>;
  return (
    <Link {...linkTo(path)} className={classes.finding}>
      {content}
      <IconChevronRight className={classes.chevron} size={18} stroke={1.75} aria-hidden />
    </Link>
  );
}
