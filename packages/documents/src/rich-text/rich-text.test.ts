import { describe, expect, test } from "vitest";
import { EDITOR_MODES, MODE_RULES } from "./editor-modes.ts";
import { parseRichText } from "./parse-rich-text.ts";
import { reduceHtml } from "./reduce-html.ts";
import { richTextToHtml } from "./rich-text-to-html.ts";
import { printedBlocks } from "./text-runs.ts";

/** A task list as tiptap writes it. */
const TASKS =
  '<ul data-type="taskList"><li data-checked="true" data-type="taskItem"><label><input type="checkbox" checked="checked"><span></span></label><div><p>Tear off</p></div></li>' +
  '<li data-checked="false" data-type="taskItem"><label><input type="checkbox"><span></span></label><div><p>Skylights</p></div></li></ul>';
const REDUCED_TASKS =
  '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>Tear off</p></li><li data-type="taskItem" data-checked="false"><p>Skylights</p></li></ul>';

const LISTS = "<ul><li><p>One</p></li></ul><ol><li><p>First</p></li></ol>";
const HEADINGS = "<h1>A</h1><h2>B</h2><h3>C</h3>";

describe("the formats of each mode", () => {
  test.each([
    { rule: "RTE-02", mode: "standard", html: HEADINGS, kept: "<p>A</p><p>B</p><p>C</p>" },
    { rule: "RTE-02", mode: "standard", html: LISTS, kept: LISTS },
    {
      rule: "RTE-02",
      mode: "standard",
      html: TASKS,
      kept: "<ul><li><p>Tear off</p></li><li><p>Skylights</p></li></ul>",
    },
    { rule: "RTE-03", mode: "email", html: HEADINGS, kept: "<h1>A</h1><h2>B</h2><h2>C</h2>" },
    { rule: "RTE-03", mode: "email", html: LISTS, kept: LISTS },
    { rule: "RTE-04", mode: "checklist", html: HEADINGS, kept: "<h2>A</h2><h2>B</h2><h3>C</h3>" },
    { rule: "RTE-04", mode: "checklist", html: LISTS, kept: "<p>One</p><p>First</p>" },
    { rule: "RTE-04", mode: "checklist", html: TASKS, kept: REDUCED_TASKS },
    { rule: "RTE-05", mode: "scopeConfiguration", html: TASKS, kept: REDUCED_TASKS },
    { rule: "RTE-05", mode: "scopeConfiguration", html: "<p>{{quantity 1.58}}</p>", kept: "<p>{{quantity 1.58}}</p>" },
  ] as const)("[$rule] $mode: $html", ({ mode, html, kept }) => {
    expect(reduceHtml(html, mode)).toBe(kept);
  });

  test("[RTE-01] there are four modes, each with its own rules", () => {
    expect(EDITOR_MODES).toEqual(["standard", "email", "checklist", "scopeConfiguration"]);
    expect(Object.keys(MODE_RULES)).toEqual([...EDITOR_MODES]);
  });

  test.each(["", "<p></p>", "<p> </p>", "<p><br></p>", "<p></p><p></p>", "<ul><li><p></p></li></ul>", "<!-- --> \n"])(
    "[RTE-08] %j says nothing, which is the empty string",
    (html) => {
      for (const mode of EDITOR_MODES) expect(reduceHtml(html, mode)).toBe("");
    },
  );

  test("[RTE-08] an empty line between others stays while typing", () => {
    expect(reduceHtml("<p>One</p><p></p><p>Two </p>", "standard")).toBe("<p>One</p><p></p><p>Two </p>");
    expect(printedBlocks(parseRichText("<p>One</p><p></p><p>Two </p>"))).toEqual([
      { type: "paragraph", runs: [{ text: "One" }] },
      { type: "paragraph", runs: [{ text: "Two" }] },
    ]);
  });

  test("[RTE-09] tasks below a task become its siblings", () => {
    const nested =
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>Roof</p><ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p>Vents</p></li></ul></li><li data-type="taskItem"><p>Last</p></li></ul>';
    expect(parseRichText(nested)).toEqual([
      {
        type: "tasks",
        items: [
          { checked: true, runs: [{ text: "Roof" }] },
          { checked: false, runs: [{ text: "Vents" }] },
          { checked: false, runs: [{ text: "Last" }] },
        ],
      },
    ]);
  });
});

/** As Word writes to the clipboard: items are paragraphs, and their marks are text. */
const WORD_ITEM = (
  mark: string,
  words: string,
  { list = "l0", level = 1, ends = "<!--[endif]-->", begins = "<!--[if !supportLists]-->" } = {},
) =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-.25in;mso-list:${list} level${String(level)} lfo1'>${begins}<span
  style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span>${ends}${words}<o:p></o:p></p>\n\n`;
const WORD = (body: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"><style><!-- @list l0 {mso-list-id:1} p.MsoNormal {margin:0in} --></style><!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--></head><body lang=EN-US><!--StartFragment-->\n\n${body}<!--EndFragment--></body></html>`;
const GOOGLE = (body: string) =>
  `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1b2c">${body}</b><br class="Apple-interchange-newline">`;
const GOOGLE_ITEM = (words: string, level = 1) =>
  `<li dir="ltr" style="list-style-type:disc;font-size:11pt;white-space:pre;" aria-level="${String(level)}"><p dir="ltr" style="line-height:1.38;" role="presentation"><span style="font-size:11pt;font-weight:400;">${words}</span></p></li>`;
const ONLINE_ITEM = (words: string, position: number) =>
  `<div class="ListContainerWrapper SCXW1 BCX0"><ol class="NumberListStyle1 SCXW1" role="list" start="${String(position)}"><li role="listitem" data-listid="4" data-aria-posinset="${String(position)}" data-aria-level="1" class="OutlineElement Ltr"><p class="Paragraph SCXW1"><span class="TextRun"><span class="NormalTextRun">${words}</span></span></p></li></ol></div>`;

describe("[RTE-10] lists of other programs stay lists", () => {
  const revealed = { begins: "<![if !supportLists]>", ends: "<![endif]>" };
  test.each([
    {
      from: "Word, bullets, with text around",
      html: WORD(
        `<p class=MsoNormal>Before</p>${WORD_ITEM("·", "Tear off")}${WORD_ITEM("o", "To the <b>deck</b>", { level: 2 })}${WORD_ITEM("·", "Haul away", revealed)}<p class=MsoNormal>After</p>`,
      ),
      kept: "<p>Before</p><ul><li><p>Tear off</p></li><li><p>To the <strong>deck</strong></p></li><li><p>Haul away</p></li></ul><p>After</p>",
    },
    {
      from: "Word, numbers and letters, two lists that follow each other",
      html: WORD(
        `${WORD_ITEM("1.", "Sign")}${WORD_ITEM("2.", "Pay")}${WORD_ITEM("·", "Nails", { list: "l1" })}${WORD_ITEM("a)", "Deck", { list: "l2" })}`,
      ),
      kept: "<ol><li><p>Sign</p></li><li><p>Pay</p></li></ol><ul><li><p>Nails</p></li></ul><ol><li><p>Deck</p></li></ol>",
    },
    {
      from: "Word, a numbered heading",
      html: WORD("<h2 style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1. </span>Scope</h2>"),
      kept: "<h2>1. Scope</h2>",
    },
    {
      from: "Word online, each item in a list of its own",
      html: `${ONLINE_ITEM("Sign", 1)}${ONLINE_ITEM("Pay", 2)}<p>Then</p>${ONLINE_ITEM("Roof", 3)}`,
      kept: "<ol><li><p>Sign</p></li><li><p>Pay</p></li></ol><p>Then</p><ol><li><p>Roof</p></li></ol>",
    },
    {
      from: "Google Docs, a list in a list",
      html: GOOGLE(
        `<p dir="ltr"><span>Before</span></p><ul style="margin-top:0;">${GOOGLE_ITEM("Tear off")}<ul>${GOOGLE_ITEM("To the deck", 2)}</ul>${GOOGLE_ITEM("Haul away")}</ul>`,
      ),
      kept: "<p>Before</p><ul><li><p>Tear off</p></li><li><p>To the deck</p></li><li><p>Haul away</p></li></ul>",
    },
    {
      from: "Google Docs, numbers",
      html: GOOGLE(`<ol style="margin-top:0;">${GOOGLE_ITEM("Sign")}${GOOGLE_ITEM("Pay")}</ol>`),
      kept: "<ol><li><p>Sign</p></li><li><p>Pay</p></li></ol>",
    },
  ])("$from", ({ html, kept }) => {
    expect(reduceHtml(html, "email")).toBe(kept);
    expect(reduceHtml(kept, "email")).toBe(kept);
  });
});

describe("reading", () => {
  test("formats of words, in whatever elements they are written", () => {
    expect(parseRichText("<p>A <b>bold <i>both</i></b><u> line</u></p>")).toEqual([
      {
        type: "paragraph",
        runs: [
          { text: "A " },
          { text: "bold ", bold: true },
          { text: "both", bold: true, italic: true },
          { text: " line", underline: true },
        ],
      },
    ]);
    expect(parseRichText('<b style="font-weight:normal">plain</b>')).toEqual([
      { type: "paragraph", runs: [{ text: "plain" }] },
    ]);
  });

  test("line breaks, loose text, tables and lines of a list item", () => {
    expect(reduceHtml("one<br>two", "standard")).toBe("<p>one<br>two</p>");
    expect(reduceHtml("<div>one</div>two<p>three", "standard")).toBe("<p>one</p><p>two</p><p>three</p>");
    expect(reduceHtml("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "standard")).toBe(
      "<p>a b</p><p>c</p>",
    );
    expect(reduceHtml("<ul><li><p>a</p><p>b</p></li></ul>", "standard")).toBe("<ul><li><p>a<br>b</p></li></ul>");
    expect(reduceHtml("<ul><li>a<ol><li>b</li></ol>c</li></ul>", "standard")).toBe(
      "<ul><li><p>a</p></li><li><p>b</p></li><li><p>c</p></li></ul>",
    );
  });

  test("reducing again changes nothing", () => {
    for (const html of [TASKS, LISTS, HEADINGS, "a &lt;b&gt; &amp;amp; <b>c</b><br>", "<ul>loose<li>x</ul>"])
      for (const mode of EDITOR_MODES) {
        const once = reduceHtml(html, mode);
        expect(reduceHtml(once, mode)).toBe(once);
        expect(richTextToHtml(parseRichText(once))).toBe(once);
      }
  });
});

describe("hostile HTML prints as text or nothing", () => {
  test.each([
    ["<script>alert(1)</script>", ""],
    ["<p>a<script>alert(1)</script>b</p>", "<p>ab</p>"],
    ["<SCRIPT SRC=//evil.example></SCRIPT><p>ok</p>", "<p>ok</p>"],
    ["<img src=x onerror=alert(1)>", ""],
    ['<p onclick="alert(1)" style="background:url(//evil.example)" class="x" id="y">ok</p>', "<p>ok</p>"],
    ['<a href="javascript:alert(1)">here</a>', "<p>here</p>"],
    ["<svg><script>alert(1)</script><text>a</text></svg>b", "<p>b</p>"],
    ["<svg onload=alert(1)>", ""],
    ['<iframe srcdoc="<script>alert(1)</script>">in</iframe>out', "<p>out</p>"],
    ["<style>p{display:none}</style>x", "<p>x</p>"],
    ["<math><mtext></p><img src onerror=alert(1)></mtext></math>y", "<p>y</p>"],
    ["<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', ""],
    ["<p>a\u0000\u0007\u202eb</p>", "<p>ab</p>"],
    ["<template><p>hidden</p></template>", ""],
    ["<<p>x", "<p>&lt;</p><p>x</p>"],
    ['<ul data-type="taskList"><li data-checked=\'"><script>\'>x</li></ul>', "<ul><li><p>x</p></li></ul>"],
    ["<p>x", "<p>x</p>"],
    ["</p></div></li></ul>x", "<p></p><p>x</p>"],
    ["<!--<p>--><p>x</p>", "<p>x</p>"],
    ["<![CDATA[<b>x</b>]]>y", "<p>y</p>"],
  ])("%s", (html, kept) => {
    const reduced = reduceHtml(html, "standard");
    expect(reduced).toBe(kept);
    expect(reduced).not.toMatch(/<(?!\/?(?:p|strong|em|u|ul|ol|li|br)\b)/);
  });

  test.each([
    ["start tags", "<b>".repeat(50_000)],
    ["end tags that match nothing", "<i>".repeat(25_000) + "</b>".repeat(25_000)],
    ["lists in lists", "<ul><li>x".repeat(20_000)],
    ["start tags within the limit", "<b>".repeat(24_999)],
    ["lists in lists within the limit", "<ul><li>x".repeat(12_000)],
    ["lines in an item", "<ul><li>" + "<p>x".repeat(45_000)],
    ["open comments", "<!--".repeat(40_000)],
    ["spaces", `<p>${" ".repeat(190_000)}x</p>`],
    ["quotes", `<p a="${"'".repeat(190_000)}`],
  ])("as much of %s as a setting may hold does not stop its reader", (_, html) => {
    const started = performance.now();
    reduceHtml(html, "scopeConfiguration");
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test("more tags than a person writes are left out, the text stays", () => {
    expect(reduceHtml(`<p>a</p>${"<b>".repeat(30_000)}x &amp; y`, "standard")).toBe("<p>a x &amp; y</p>");
  });
});
