/** The refresh cookie's content: a login session and the secret that proves it. */
interface LoginCookie {
  readonly sessionId: string;
  readonly secret: string;
}

const FORM = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{20,100})$/;

export const writeLoginCookie = ({ sessionId, secret }: LoginCookie): string => `${sessionId}.${secret}`;

/** Parses the cookie; undefined if it is missing or not ours. */
export function readLoginCookie(text: string | undefined): LoginCookie | undefined {
  const [, sessionId, secret] = FORM.exec(text ?? "") ?? [];
  return sessionId === undefined || secret === undefined ? undefined : { sessionId, secret };
}
