/** Read by screen readers at each grip, even before drag and drop is downloaded. */
export const DRAG_INSTRUCTIONS =
  'Press space or enter to pick up a block, the arrow keys to move it, space or enter to drop it, or escape to cancel.';
