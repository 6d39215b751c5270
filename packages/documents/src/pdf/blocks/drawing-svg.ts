import type { DrawnPath } from "#pdf/ink.ts";
import type { WindowDrawing } from "#pdf/blocks/window-drawing.ts";

const pathSvg = ({ outline, fill = "none", stroke, weight, dash, clip }: DrawnPath, index: number): string => {
  const strokes = stroke === undefined ? "" : ` stroke="${stroke}" stroke-width="${weight}"`;
  const dashes = dash === undefined ? "" : ` stroke-dasharray="${dash.join(" ")}"`;
  const path = `<path d="${outline}" fill="${fill}"${strokes}${dashes}/>`;
  return clip === undefined
    ? path
    : `<clipPath id="clip${index}"><path d="${clip}"/></clipPath><g clip-path="url(#clip${index})">${path}</g>`;
};

/** A drawing for the screen, as the PDF draws it. */
export const drawingSvg = ({ paths, left, top, width, height }: WindowDrawing): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
  `<g transform="translate(${left} ${top})">${paths.map(pathSvg).join("")}</g></svg>`;
