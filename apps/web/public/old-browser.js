/* global CSS, HTMLElement, document -- ES5 (decision 0049) */
(function () {
  var css = typeof CSS === "object" || typeof CSS === "function" ? CSS : {};
  if (css.supports && css.supports("mask-composite", "add") && "popover" in HTMLElement.prototype) return;
  document.documentElement.setAttribute("data-old-browser", "");
  document.getElementById("splash").innerHTML =
    '<h1 style="margin:0;font:inherit">This browser is too old for Ridgebook</h1>' +
    "<p>It needs Safari or iPadOS 17.0, Chrome 120, Edge 120, Firefox 125, or newer.</p>" +
    "<p>On an iPad or iPhone, open Settings, General, Software Update. Every browser there needs it.</p>" +
    "<p>On a computer or Android tablet, update this browser, then load this page again.</p>" +
    "<p>Do not clear this browser's data: changes that were not sent yet are kept in it.</p>";
})();
