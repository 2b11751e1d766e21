/** Returns the canvas if it is at most `width` pixels wide, else a scaled-down copy. */
export function fitCanvas(drawing: HTMLCanvasElement, width: number): HTMLCanvasElement {
  if (drawing.width <= width) return drawing;
  const fitted = document.createElement('canvas');
  fitted.width = width;
  fitted.height = Math.round((drawing.height * width) / drawing.width);
  const context = fitted.getContext('2d');
  if (!context) return drawing;
  context.imageSmoothingQuality = 'high';
  context.drawImage(drawing, 0, 0, fitted.width, fitted.height);
  return fitted;
}
