import path from "node:path";
import ts from "typescript";

/** Words of the dialect that comments, test titles and pages were once written in, each with what to write instead. */
const PLAIN_WORDS = [
  { word: /whoever/, write: "the person by role: the user, the caller, the salesperson" },
  { word: /whatever it/, write: "the thing by name" },
  { word: /somebody/, write: "a user, another user, someone" },
  { word: /(asks )?nobody/, write: "no user, no caller, no one" },
  { word: /of its own/, write: "its own ..., a separate ..." },
  { word: /what stands/, write: "the current value, the stored text, the record" },
  { word: /lets? go of/, write: "releases, drops" },
  { word: /by then/, write: "before the call returns, already: say when" },
  { word: /there (is|are) none/, write: "if none exists, without one" },
  { word: /anew/, write: "again, from the start" },
  { word: /takes? the place of/, write: "replaces" },
  { word: /afresh/, write: "again, from the start" },
  { word: /anybody/, write: "any user, anyone" },
  { word: /everybody/, write: "every user, everyone" },
  { word: /hear[ds]?/, write: "receives, is called with, is notified" },
  { word: /in vain/, write: "without success, failed" },
  { word: /of before/, write: "older, former" },
  { word: /of their own/, write: "their own ..., a separate ..." },
  { word: /once more/, write: "again" },
  { word: /told/, write: "receives, is notified, shows, reports" },
];

/** A phrase may be broken across lines, which `joinLines` fills with spaces. */
const sourceOf = (word) => word.source.replaceAll(" ", " +");
const DIALECT = new RegExp(`\\b(?:${PLAIN_WORDS.map(({ word }) => sourceOf(word)).join("|")})\\b`, "gi");

const COMMENT = /\/\*.*?\*\/|\/\/[^\n]*/gs;
/** Comments, and lines on which a title may begin. */
const MAYBE_PROSE = /\/\*.*?\*\/|\/\/[^\n]*|(?:\b(?:test|it|describe|bench|suite)(?:\.\w+)*|[\])`])\(\s*["'`][^\n]*/gs;
const TITLED = /^(?:test|it|describe|bench|suite)$/;
const CODE = /```.*?```|`[^`\n]*`/gs;
/** A page quotes the app's own texts in bold or in quotation marks. */
const SCREEN_TEXT = /\*\*[^*\n]+\*\*|"[^"\n]+"|“[^”\n]+”/g;
const CSS_STRING = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;
/** Joins the lines of a comment without moving any character, so that a phrase is found across a line break. */
const joinLines = (text) => text.replace(/\n\s*(?:\*(?!\/)|\/\/)?/g, (gap) => " ".repeat(gap.length));
const blank = (text) => text.replace(/[^\n]/g, "_");

/** Returns the name that a call starts with: "test" for `test(...)`, `test.skip(...)` and `test.each([...])(...)`. */
function firstName(expression) {
  let node = expression;
  while (!ts.isIdentifier(node)) {
    if (!ts.isCallExpression(node) && !ts.isPropertyAccessExpression(node) && !ts.isTaggedTemplateExpression(node))
      return "";
    node = ts.isTaggedTemplateExpression(node) ? node.tag : node.expression;
  }
  return node.text;
}

const isLiteral = (node) =>
  ts.isStringLiteral(node) ||
  ts.isTemplateLiteralToken(node) ||
  node.kind === ts.SyntaxKind.RegularExpressionLiteral ||
  ts.isJsxText(node);

/** Finds the titles of tests, and returns the code with all its literals blanked. */
function readScript(name, text) {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
  const titles = [];
  let code = "";
  let end = 0;
  const visit = (node) => {
    if (isLiteral(node)) {
      const start = ts.isJsxText(node) ? node.pos : node.getStart(source);
      code += text.slice(end, start) + blank(text.slice(start, node.end));
      end = node.end;
    }
    if (ts.isCallExpression(node) && TITLED.test(firstName(node.expression))) {
      const [title] = node.arguments;
      if (title !== undefined && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
        titles.push({ at: title.getStart(source), text: title.getText(source) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { titles, code: code + text.slice(end) };
}

/** Returns the comments and test titles of a file of code or styles, or the text of a page, with the offset of each. */
function readProse(name, text) {
  if (path.extname(name) === ".md") return [{ at: 0, text: text.replace(CODE, blank).replace(SCREEN_TEXT, blank) }];
  const { titles, code } =
    path.extname(name) === ".css" ? { titles: [], code: text.replace(CSS_STRING, blank) } : readScript(name, text);
  const comments = [...code.matchAll(COMMENT)].map(({ 0: comment, index }) => ({
    at: index,
    text: text.slice(index, index + comment.length).replace(CODE, blank),
  }));
  return [...comments, ...titles];
}

/** Returns everything that may be prose, and some code, so that few files are parsed: that takes longest. */
const roughProse = (name, text) =>
  joinLines(path.extname(name) === ".md" ? text : (text.match(MAYBE_PROSE) ?? []).join("\n"));

/** Finds dialect in a file's prose. Each finding says where the word is and what to write instead. */
export function findDialect(name, text) {
  if (roughProse(name, text).search(DIALECT) === -1) return [];
  return readProse(name, text).flatMap((prose) =>
    [...joinLines(prose.text).matchAll(DIALECT)].map(({ 0: found, index }) => {
      const line = text.slice(0, prose.at + index).split("\n").length;
      const plain = PLAIN_WORDS.find(({ word }) => new RegExp(`^${sourceOf(word)}$`, "i").test(found));
      return `${name}:${line} "${found.replace(/ +/g, " ")}": write ${plain.write}`;
    }),
  );
}
