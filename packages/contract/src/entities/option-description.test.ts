import { describe, expect, test } from "vitest";
import { descriptionToHtml } from "./option-description.ts";

describe("[SET-26][PKG-01] a description is read as HTML", () => {
  test.each([
    { given: "nothing", text: "", html: "" },
    { given: "white space", text: " \n ", html: "" },
    { given: "one line of plain text", text: "Seamless", html: "<p>Seamless</p>" },
    { given: "lines of plain text", text: "Aluminum, 10 ft\n0.027 in", html: "<p>Aluminum, 10 ft<br>0.027 in</p>" },
    { given: "a blank line between", text: "One\n \nTwo\n", html: "<p>One</p><p>Two</p>" },
    { given: "signs of the text", text: "Pitch < 4/12 & > 2/12", html: "<p>Pitch &lt; 4/12 &amp; > 2/12</p>" },
    { given: "a sign right before a letter", text: "if x<a or <ABC> fits", html: "<p>if x&lt;a or &lt;ABC> fits</p>" },
    { given: "a tag that never ends", text: "gauge <b is", html: "<p>gauge &lt;b is</p>" },
    { given: "characters by name", text: "Nails &amp; caps", html: "<p>Nails &amp; caps</p>" },
    { given: "HTML", text: "<p>One <b>two</b></p>\n<ul><li>three</li></ul>" },
    { given: "HTML without paragraphs", text: "one<br/>two &lt; three" },
    { given: "HTML with attributes and a comment", text: '<P class="x">a</P><!-- b -->' },
    { given: "HTML with tags in an attribute", text: '<iframe srcdoc="<p>a</p>">b</iframe>' },
    { given: "HTML with a sign in it", text: "<p>2 < 3 & 4</p>", html: "<p>2 &lt; 3 &amp; 4</p>" },
  ])("$given", ({ text, html = text }) => {
    expect(descriptionToHtml(text)).toBe(html);
    // Read again it stays: nothing is escaped twice.
    expect(descriptionToHtml(html)).toBe(html);
  });
});
