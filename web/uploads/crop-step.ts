import type { Body, Meta, Uppy, UppyFile } from '@uppy/core';
import ImageEditor, { type ImageEditorOptions } from '@uppy/image-editor';
import { type HandlePictureKind, PICTURE_RATIO, PICTURE_WIDTHS } from '../../contract/pictures.ts';
import { fitCanvas } from './fit-canvas.ts';

/** Crops are wider than the largest published picture to keep its quality, and small enough for any PNG to fit the size limit. */
const CROP_SCALE = 1.5;
/** The largest canvas side that all browsers support. */
const MAX_CANVAS_SIDE = 4096;

interface CropStepOptions extends ImageEditorOptions {
  /** The maximum width of a crop in pixels. */
  maxCropWidth: number;
}

/** Uppy's editor for still pictures. Drawing a GIF on a canvas would keep only one frame of an animation. */
class CropStep extends ImageEditor<Meta, Body> {
  constructor(uppy: Uppy<Meta, Body>, { maxCropWidth, ...options }: CropStepOptions) {
    super(uppy, options);
    const { initCropper } = this;
    this.initCropper = (image) => {
      initCropper(image);
      const { cropper } = this;
      if (!cropper) return;
      // The cropper's own limits apply to the whole picture, so a small crop would be left with too few pixels.
      const crop = cropper.getCroppedCanvas.bind(cropper);
      cropper.getCroppedCanvas = (limits) => fitCanvas(crop(limits), maxCropWidth);
    };
  }

  override canEditFile(file: UppyFile<Meta, Body>): boolean {
    return file.type !== 'image/gif' && super.canEditFile(file);
  }
}

/** Adds the step that crops a picture to its published ratio. `onReady` reports whether the crop can be saved. */
export function addCropStep(uppy: Uppy<Meta, Body>, kind: HandlePictureKind, onReady: (ready: boolean) => void): void {
  // A picture that keeps its own ratio is cropped freely.
  const ratio = PICTURE_RATIO[kind] ?? Number.NaN;
  uppy.use(CropStep, {
    maxCropWidth: PICTURE_WIDTHS[kind][2] * CROP_SCALE,
    quality: 0.92,
    actions: { granularRotate: false, cropSquare: false, cropWidescreen: false, cropWidescreenVertical: false },
    cropperOptions: {
      aspectRatio: ratio,
      initialAspectRatio: ratio,
      viewMode: 1,
      // Browsers already apply the orientation in the metadata.
      checkOrientation: false,
      croppedCanvasOptions: { maxWidth: MAX_CANVAS_SIDE, maxHeight: MAX_CANVAS_SIDE, imageSmoothingQuality: 'high' },
    },
  });

  let wasReady = false;
  uppy.on('state-update', (_before, { plugins }) => {
    const ready = plugins?.ImageEditor?.cropperReady === true;
    if (ready !== wasReady) onReady(ready);
    wasReady = ready;
  });

  const cropped = new Set<string>();
  uppy.on('file-editor:complete', ({ id }) => cropped.add(id));
  uppy.on('file-removed', ({ id }) => cropped.delete(id));
  // Cancelling before the first crop removes the file, so that another one can be chosen.
  uppy.on('file-editor:cancel', ({ id }) => {
    if (!cropped.has(id) && uppy.getFile(id)) uppy.removeFile(id);
  });
}
