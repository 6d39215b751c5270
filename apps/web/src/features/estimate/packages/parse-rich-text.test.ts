import { expect, test } from "vitest";
import { parseRichText, type RichNode } from "#features/estimate/packages/parse-rich-text.ts";

const p = (...children: readonly RichNode[]): RichNode => ({ element: "p", children });

test("[PKG-01] keeps paragraphs, lists and emphasis of a description", () => {
  expect(
    parseRichText("<p><strong>Slate</strong> look</p>\n<ul>\n <li>40 years</li><li>Wind &lt; 130&nbsp;mph</li></ul>"),
  ).toEqual([
    p({ element: "strong", children: ["Slate"] }, " look"),
    {
      element: "ul",
      children: [
        { element: "li", children: ["40 years"] },
        { element: "li", children: ["Wind < 130\u00a0mph"] },
      ],
    },
  ]);
});

test.each([
  { given: "plain text", html: "Rated for wind & hail", nodes: [p("Rated for wind & hail")] },
  { given: "nothing", html: " \n", nodes: [] },
  { given: "lines of plain text", html: "Ridge <ABC>\n30 years", nodes: [p("Ridge <ABC>", br(), "30 years")] },
  { given: "headings of any rank", html: "<h1>Best</h1>", nodes: [{ element: "h4", children: ["Best"] }] },
  { given: "line breaks", html: "one<br/>two<br>", nodes: [p("one", br(), "two", br())] },
  { given: "end tags that were left out", html: "<p>one<p>two", nodes: [p("one"), p("two")] },
  {
    given: "items whose end tags were left out",
    html: "<ul><li>a<li>b</ul>c",
    nodes: [
      {
        element: "ul",
        children: [
          { element: "li", children: ["a"] },
          { element: "li", children: ["b"] },
        ],
      },
      p("c"),
    ],
  },
  { given: "end tags without a beginning", html: "</ul></p>text</b>", nodes: [p("text")] },
  { given: "a sign that is no tag", html: "UI < 101 > 5", nodes: [p("UI < 101 > 5")] },
  { given: "unknown elements, of which the text stays", html: "<font color=red>red</font>", nodes: [p("red")] },
  { given: "characters by number, of which not all are text", html: "&#8220;A&#x201D; &#0;", nodes: [p("“A” ")] },
  { given: "names that are no character", html: "&unknown; &amp", nodes: [p("&unknown; &amp")] },
])("[PKG-01] parses a description with $given", ({ html, nodes }) => {
  expect(parseRichText(html)).toEqual(nodes);
});

test.each([
  { given: "a script", html: "<script>alert(1)</script>" },
  { given: "a script that is never closed", html: "<script>alert(1)" },
  { given: "a nested drawing with a script", html: "<svg><svg><script>x</script></svg><g onload=x></svg>" },
  { given: "an embedded page", html: '<iframe srcdoc="<p>hi</p>">inner</iframe>' },
  { given: "a style", html: "<STYLE>p { display: none }</STYLE>" },
  { given: "a comment", html: "<!-- <p>hidden</p> -->" },
  { given: "a picture that runs code", html: '<img src=x onerror="alert(1)">' },
  { given: "a document type", html: "<!doctype html>" },
])("[PKG-01] drops $given", ({ html }) => {
  expect(parseRichText(html)).toEqual([]);
});

test("[PKG-01] drops attributes and addresses, and keeps the text", () => {
  expect(parseRichText('<p onclick="x()">See <a href="javascript:x()">this</a></p>')).toEqual([p("See ", "this")]);
});

function br(): RichNode {
  return { element: "br", children: [] };
}
