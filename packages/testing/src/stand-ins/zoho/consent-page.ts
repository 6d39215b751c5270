const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);

/** The page on which a person allows or denies, with the data center of their account. `query` is what the page was asked with. */
export const consentPage = (query: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo Zoho</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 28rem; margin: 4rem auto; padding: 0 1rem; }
button, select { font: inherit; padding: 0.6rem 1.4rem; margin-right: 0.5rem; }
</style>
</head>
<body>
<h1>Demo Zoho</h1>
<p>This page stands in for Zoho. No account and no internet are needed.</p>
<p>Ridgebook asks to read and change the leads of <strong>Northfield Exteriors</strong>.</p>
<form method="post" action="?${escape(query)}">
<p><label>Data center <select name="location"><option value="us">United States</option><option value="eu">Europe</option></select></label></p>
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>
</body>
</html>
`;
