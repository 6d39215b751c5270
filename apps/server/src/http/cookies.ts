/**
 * The names of our cookies. Over HTTPS they have the prefix with which a browser takes them from this host alone, over HTTPS and for
 * all paths: no other site of the domain can put one in their place.
 */
export const cookieNames = (isSecure: boolean) => {
  const prefix = isSecure ? "__Host-" : "";
  return { session: `${prefix}ridgebook_session`, device: `${prefix}ridgebook_device` };
};

/** The name over HTTPS in former releases. */
export const FORMER_SESSION_COOKIE = "ridgebook_session";

/** So long after the first start of this release the former name is read: no former session lasts longer without a refresh. */
export const FORMER_COOKIE_DAYS = 30;
