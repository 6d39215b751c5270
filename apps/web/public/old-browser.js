/* global CSS, HTMLElement, document -- the file is served as it is, past the modules */
// A classic script in ES5: it must run in every browser. It asks for what came last of all that the app cannot do without:
// `popover` is in Safari 17.0 and Firefox 125, `mask-composite` in Chrome and Edge 120.
(function () {
  var isNew =
    typeof CSS !== "undefined" &&
    !!CSS.supports &&
    CSS.supports("mask-composite", "add") &&
    typeof HTMLElement === "function" &&
    "popover" in HTMLElement.prototype;
  if (isNew) return;
  // The app's own script asks for this before it starts.
  document.documentElement.setAttribute("data-old-browser", "");
  document.getElementById("splash").style.display = "none";
  document.getElementById("root").innerHTML =
    '<div role="alert" style="position:absolute;top:0;left:0;right:0;min-height:100%;background:#f3f5f6;color:#0f181d">' +
    '<div style="max-width:560px;margin:0 auto;padding:48px 24px;font:16px/24px system-ui,-apple-system,sans-serif">' +
    '<h1 style="margin:0 0 16px;font-size:24px;line-height:32px">This browser is too old for Ridgebook</h1>' +
    "<p>Ridgebook needs Safari or iPadOS 17.0, Chrome 120, Edge 120 or Firefox 125, or a newer version.</p>" +
    "<p><b>On an iPad or iPhone:</b> open Settings, General, Software Update, and install the newest version. " +
    "Every browser on an iPad or iPhone needs this update.</p>" +
    "<p><b>On a computer or an Android tablet:</b> update this browser, or open this page in a new version of Chrome, Edge or Firefox.</p>" +
    "<p>Then load this page again. Do not clear this browser's data: changes that were not sent yet are kept in it.</p>" +
    "</div></div>";
})();
