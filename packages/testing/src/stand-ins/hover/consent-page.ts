const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);

/** The page on which a person allows or denies. `query` is what the page was asked with. */
export const consentPage = (query: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo Hover</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 28rem; margin: 4rem auto; padding: 0 1rem; }
button { font: inherit; padding: 0.6rem 1.4rem; margin-right: 0.5rem; }
</style>
</head>
<body>
<h1>Demo Hover</h1>
<p>This page stands in for Hover. No account and no internet are needed.</p>
<p>Ridgebook asks to read the jobs and measurements of <strong>Hover organization 55012</strong>.</p>
<form method="post" action="/oauth/authorize?${escape(query)}">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>
</body>
</html>
`;
