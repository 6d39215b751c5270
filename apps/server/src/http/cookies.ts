/**
 * The names of our cookies. Over HTTPS they have the `__Host-` prefix: browsers accept them only from this host, over HTTPS and for all
 * paths, so that no other host of the domain can replace them.
 */
export const cookieNames = (isSecure: boolean) => {
  const prefix = isSecure ? "__Host-" : "";
  return { session: `${prefix}ridgebook_session`, device: `${prefix}ridgebook_device` };
};

/** The name over HTTPS in previous releases. */
export const FORMER_SESSION_COOKIE = "ridgebook_session";

/** For how many days after this release's first start the previous name is read: no session lasts longer without a refresh. */
export const FORMER_COOKIE_DAYS = 30;
