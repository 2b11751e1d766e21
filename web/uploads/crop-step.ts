import type { Body, Meta, UppyFile } from '@uppy/core';
import ImageEditor from '@uppy/image-editor';

/** Uppy's editor for pictures that stand still: drawing an animation on a canvas would leave one frame of it. */
export class CropStep extends ImageEditor<Meta, Body> {
  override canEditFile(file: UppyFile<Meta, Body>): boolean {
    return file.type !== 'image/gif' && super.canEditFile(file);
  }
}
