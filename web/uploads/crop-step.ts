import type { Body, Meta, Uppy, UppyFile } from '@uppy/core';
import ImageEditor, { type ImageEditorOptions } from '@uppy/image-editor';
import { PICTURE_RATIO, PICTURE_WIDTHS, type PictureKind } from '../../contract/pictures.ts';
import { fitCanvas } from './fit-canvas.ts';

/** More than the largest published width, so that nothing is lost, and little enough that no PNG exceeds the cap. */
const CROP_SCALE = 1.5;
/** The side of the largest canvas that every browser draws. */
const CANVAS_SIDE = 4096;

interface CropStepOptions extends ImageEditorOptions {
  /** Pixels that a crop has at most from left to right. */
  cropWidth: number;
}

/** Uppy's editor for pictures that stand still: drawing an animation on a canvas would leave one frame of it. */
class CropStep extends ImageEditor<Meta, Body> {
  constructor(uppy: Uppy<Meta, Body>, { cropWidth, ...options }: CropStepOptions) {
    super(uppy, options);
    const { initCropper } = this;
    this.initCropper = (image) => {
      initCropper(image);
      const { cropper } = this;
      if (!cropper) return;
      // The cropper's own limits hold for the whole picture, and a small part of it would be left with few pixels.
      const crop = cropper.getCroppedCanvas.bind(cropper);
      cropper.getCroppedCanvas = (limits) => fitCanvas(crop(limits), cropWidth);
    };
  }

  override canEditFile(file: UppyFile<Meta, Body>): boolean {
    return file.type !== 'image/gif' && super.canEditFile(file);
  }
}

/** Adds the step that crops a picture to the shape in which it is published. `onReady` tells when it can be saved, and when no longer. */
export function addCropStep(uppy: Uppy<Meta, Body>, kind: PictureKind, onReady: (ready: boolean) => void): void {
  const ratio = PICTURE_RATIO[kind];
  uppy.use(CropStep, {
    cropWidth: PICTURE_WIDTHS[kind][2] * CROP_SCALE,
    quality: 0.92,
    actions: { granularRotate: false, cropSquare: false, cropWidescreen: false, cropWidescreenVertical: false },
    cropperOptions: {
      aspectRatio: ratio,
      initialAspectRatio: ratio,
      viewMode: 1,
      // Browsers turn pictures the right way round by themselves.
      checkOrientation: false,
      croppedCanvasOptions: { maxWidth: CANVAS_SIDE, maxHeight: CANVAS_SIDE, imageSmoothingQuality: 'high' },
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
  // Cancelled before anything was cropped: another picture may be chosen.
  uppy.on('file-editor:cancel', ({ id }) => {
    if (!cropped.has(id) && uppy.getFile(id)) uppy.removeFile(id);
  });
}
