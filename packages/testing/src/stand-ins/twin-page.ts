export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);

/** A page of a stand-in. `name` is the provider's, as people call it. */
export const twinPage = ({
  name,
  style,
  body,
}: {
  name: string;
  style: string;
  body: string;
}): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo ${escapeHtml(name)}</title>
<style>
${style}
</style>
</head>
<body>
<h1>Demo ${escapeHtml(name)}</h1>
${body}
</body>
</html>
`;

/** What a consent page says. */
export interface ConsentWords {
  /** As people call the provider: "Google Drive". */
  readonly name: string;
  readonly account: string;
  /** What the application may do with what: "see" "photos". */
  readonly asks: string;
  readonly things: string;
  /** Whether a person may allow all but the things. */
  readonly canBePartly?: boolean;
  /** More of the form, in HTML. */
  readonly inputs?: string;
}

/** The page on which a person allows or denies. `action` is the address that it was asked with. */
export const consentPage = (
  { name, account, asks, things, canBePartly = false, inputs = "" }: ConsentWords,
  action: string,
): string =>
  twinPage({
    name,
    style: `body { font: 1rem/1.5 system-ui, sans-serif; max-width: 28rem; margin: 4rem auto; padding: 0 1rem; }
button, select { font: inherit; padding: 0.6rem 1.4rem; margin: 0 0.5rem 0.5rem 0; }`,
    body: `<p>This page stands in for ${escapeHtml(name)}. No account and no internet are needed.</p>
<p>Ridgebook asks to ${asks} the ${things} of <strong>${escapeHtml(account)}</strong>.</p>
<form method="post" action="${escapeHtml(action)}">
${inputs}<button name="decision" value="allow">Allow</button>
${canBePartly ? `<button name="decision" value="partly">Allow without the ${things}</button>` : ""}
<button name="decision" value="deny">Deny</button>
</form>`,
  });
