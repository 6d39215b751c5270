import type { Problem } from "@ridgebook/contract";
import { escapeHtml } from "./escape-html.ts";

/**
 * The page that a browser shows when a document's link cannot be opened: the link or the login has expired, or the document belongs to
 * another company. It has no scripts, because people with only a link do not have the app.
 */
export const refusalPage = ({ message }: Problem): string => `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>This page cannot be shown</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 480px; margin: 15vh auto 0; padding: 0 24px; }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 32px; }
p { margin: 0 0 16px; }
a { display: inline-block; padding: 10px 0; }
</style>
</head>
<body>
<main>
<h1>This page cannot be shown</h1>
<p>${escapeHtml(message)}</p>
<p>A link to a document opens it for a short time only. Ask the sender for a new one, or log in to open it.</p>
<a href="/">Go to the start page</a>
</main>
</body>
</html>
`;
