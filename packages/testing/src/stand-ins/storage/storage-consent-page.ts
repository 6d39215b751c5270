const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);

/** The page on which a person allows or denies. `action` is the address that it was asked with. */
export const storageConsentPage = ({
  name,
  account,
  action,
  asks = "see, add and change",
  things = "files",
}: {
  name: string;
  account: string;
  action: string;
  /** A right of the application and its subject: "see" "photos". */
  asks?: string | undefined;
  things?: string | undefined;
}): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo ${escape(name)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 28rem; margin: 4rem auto; padding: 0 1rem; }
button { font: inherit; padding: 0.6rem 1.4rem; margin: 0 0.5rem 0.5rem 0; }
</style>
</head>
<body>
<h1>Demo ${escape(name)}</h1>
<p>This page stands in for ${escape(name)}. No account and no internet are needed.</p>
<p>Ridgebook asks to ${asks} the ${things} of <strong>${escape(account)}</strong>.</p>
<form method="post" action="${escape(action)}">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="partly">Allow without the ${things}</button>
<button name="decision" value="deny">Deny</button>
</form>
</body>
</html>
`;
