import classes from "#features/leads/photos/photo-section.module.css";

/** Why photos could not be added. */
export function PhotoProblems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <ul role="alert" className={classes.problems}>
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}
