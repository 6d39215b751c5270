import classes from "#ui/drawing-house.module.css";

/** The gable's inner ridge, from which the siding widens with the roof's pitch of 8 in 12 until it meets the walls. */
const RIDGE = { x: 257, y: 40 };
const RUN_PER_RISE = 12 / 8;
const WALLS = { left: 48.5, right: 465.5 };
const SIDING = { first: 65, distance: 21.3, courses: 15 };

const sidingCourses = Array.from({ length: SIDING.courses }, (_, index) => {
  const y = SIDING.first + index * SIDING.distance;
  const halfWidth = Math.min((y - RIDGE.y) * RUN_PER_RISE, RIDGE.x - WALLS.left);
  return { y, left: RIDGE.x - halfWidth, right: RIDGE.x + halfWidth };
});

/** A house front as a line drawing with pitch and width, for the public pages. Decoration: hidden from screen readers. */
export function DrawingHouse({ className }: { className?: string }) {
  return (
    <svg
      className={[classes.drawing, className ?? ""].join(" ").trim()}
      viewBox="0 0 514 446"
      aria-hidden
      focusable="false"
    >
      <g className={classes.siding}>
        {sidingCourses.map(({ y, left, right }) => (
          <path key={y} d={`M${left} ${y}H${right}`} />
        ))}
      </g>
      <g className={classes.line}>
        <path d="M48.5 177V383M465.5 177V383" />
        <path className={classes.filled} d="M257 16 18 177l5 9.5 13 1L257 40l221 147.5 13-1 5-9.500z" />
        <path className={classes.filled} d="M218.5 107.500h77v54h-77z" />
        <path d="M226 115h62v39h-62zM257 115v39" />
        <path className={classes.filled} d="M110.5 229h85v106h-85zM319 229h85v106h-85z" />
        <path d="M118 237h69.500v90H118zM152.8 237v90M118 282h69.500M326.5 237H396v90h-69.500zM361.3 237v90M326.5 282H396" />
        <path className={classes.filled} d="M214.5 383V229h85v154" />
        <path d="M224 383V238.500h66V383M236 252h42v50h-42zM236 314h42v54h-42z" />
        <path d="M10 383H504" />
      </g>
      <g className={classes.measure}>
        <path d="M346 32h58v38z" />
        <path d="M48.5 395v38M465.5 395v38M48.5 425.500H222M292 425.500h173.5" />
        <path className={classes.tick} d="m42.5 431.5 12-12M459.5 431.500l12-12" />
        <text x="375" y="24">
          12
        </text>
        <text x="418" y="56">
          8
        </text>
        <text x="257" y="430.5">
          36′ 0″
        </text>
      </g>
    </svg>
  );
}
