import { APP_VERSION } from "@ridgebook/contract";
import { Link } from "@tanstack/react-router";
import classes from "#features/public/public-page.module.css";
import { useSession } from "#server-client/session-context.tsx";

/** What this app is, and its version. */
export function AboutPage() {
  const { productName } = useSession();
  return (
    <article className={classes.page}>
      <h1 className="rb-title">About {productName}</h1>
      <p>
        {productName} is for contractors who work on the outside of homes: roofing, siding, windows, gutters, trim,
        repairs and insulation. Their salespeople keep leads, estimates and contracts in it, on the road and in the
        office.
      </p>
      <p>
        It works without a signal. What you enter is on your device at once; it is sent when the network is back, and
        the bar at the top says what still waits.
      </p>
      <p>
        Installed from the browser&rsquo;s menu it opens like any other app, on a phone, a tablet or a computer. Read
        how it treats data under <Link to="/policies">Policies</Link>.
      </p>
      <p className={classes.caption}>
        Cities of ZIP codes: <a href="https://www.geonames.org">GeoNames</a>, under{" "}
        <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>, shortened.
      </p>
      <p className={classes.caption}>Version {APP_VERSION}</p>
    </article>
  );
}
