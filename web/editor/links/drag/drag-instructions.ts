/** Read by screen readers at each grip, also before drag and drop is downloaded. */
export const DRAG_INSTRUCTIONS =
  'Press space or enter to pick a block up, the arrow keys to move it, space or enter to drop it, escape to cancel.';
