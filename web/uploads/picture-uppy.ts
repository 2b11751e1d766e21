import '@uppy/core/css/style.min.css';
import '@uppy/dashboard/css/style.min.css';
import '@uppy/image-editor/css/style.min.css';
import './upload.css';
import AwsS3 from '@uppy/aws-s3';
import Uppy, { type Body, type Meta } from '@uppy/core';
import Dashboard from '@uppy/dashboard';
import { ERRORS } from '../../contract/errors.ts';
import { calls } from '../../contract/paths.ts';
import {
  PICTURE_RATIO,
  PICTURE_WIDTHS,
  type PictureKind,
  UPLOAD_MAX_BYTES,
  UPLOAD_TYPES,
  uploadAnswer,
} from '../../contract/pictures.ts';
import { call } from '../lib/api-client.ts';
import { ownAddress } from '../lib/own-address.ts';
import type { Theme } from '../ui/theme.tsx';
import { CropStep } from './crop-step.ts';
import { uploadErrorWords } from './upload-words.ts';

interface PictureUploadOptions {
  kind: PictureKind;
  /** Where the widget is drawn. */
  element: HTMLElement;
  theme: Theme;
  /** Our own, by which addresses of uploads begin. */
  origin: string;
  onUploading: (isUploading: boolean) => void;
  onUploaded: (uploadURL: string) => void;
  /** What went wrong, in words; null when the person goes on. */
  onProblem: (words: string | null) => void;
}

export interface PictureUpload {
  setTheme: (theme: Theme) => void;
  /** Takes back what is under way and removes the widget. */
  destroy: () => void;
}

const SILENT = { debug() {}, warn() {}, error() {} };
/** More than the largest published width, so that nothing is lost, and little enough that no PNG exceeds the cap. */
const CROP_SCALE = 1.5;

/** Draws the widget that takes one picture, crops it and sends it to a signed address. */
export function mountPictureUpload(options: PictureUploadOptions): PictureUpload {
  const { kind, element, theme, onUploading, onUploaded, onProblem } = options;
  const ratio = PICTURE_RATIO[kind];
  const width = PICTURE_WIDTHS[kind][2] * CROP_SCALE;
  let uploadURL = '';

  const uppy = new Uppy<Meta, Body>({
    autoProceed: false,
    // Faults are told to the person by onProblem.
    logger: SILENT,
    restrictions: {
      maxNumberOfFiles: 1,
      maxFileSize: UPLOAD_MAX_BYTES,
      allowedFileTypes: [...UPLOAD_TYPES, '.png', '.jpg', '.jpeg', '.gif'],
    },
    locale: {
      strings: { youCanOnlyUploadFileTypes: 'You can only upload PNG, JPG and GIF pictures' },
      pluralize: (count) => (count === 1 ? 0 : 1),
    },
  });
  uppy.use(CropStep, {
    quality: 0.92,
    actions: { granularRotate: false, cropSquare: false, cropWidescreen: false, cropWidescreenVertical: false },
    cropperOptions: {
      aspectRatio: ratio,
      initialAspectRatio: ratio,
      viewMode: 1,
      // Browsers turn pictures the right way round by themselves.
      checkOrientation: false,
      croppedCanvasOptions: { maxWidth: width, maxHeight: width / ratio, imageSmoothingQuality: 'high' },
    },
  });
  uppy.use(AwsS3, {
    shouldUseMultipart: false,
    limit: 1,
    signRequest: async (request) => {
      const contentType = 'contentType' in request ? request.contentType : undefined;
      const contentLength = uppy.getFiles()[0]?.data?.size;
      const answer = await call(calls.uploadPicture(kind), async () => uploadAnswer, {
        method: 'POST',
        body: { contentType, contentLength },
      });
      uploadURL = answer.uploadURL;
      return { url: ownAddress(uploadURL, options.origin) };
    },
  });
  uppy.use(Dashboard, {
    inline: true,
    target: element,
    width: '100%',
    height: 400,
    theme,
    autoOpen: 'imageEditor',
    disableInformer: true,
    doneButtonHandler: null,
    hidePauseResumeButton: true,
    proudlyDisplayPoweredByUppy: false,
    locale: { strings: { dashboardTitle: 'Picture', dropPasteFiles: 'Drop a picture here or %{browseFiles}' } },
  });
  const dashboard = uppy.getPlugin('Dashboard');

  const cropped = new Set<string>();
  uppy.on('restriction-failed', (_file, error) => onProblem(error.message));
  uppy.on('file-added', async (file) => {
    onProblem(null);
    if (await isPicture(file.data)) return;
    dashboard?.hideAllPanels();
    if (uppy.getFile(file.id)) uppy.removeFile(file.id);
    onProblem(ERRORS.picture_unreadable[1]);
  });
  uppy.on('file-editor:complete', (file) => cropped.add(file.id));
  // Cancelled before anything was cropped: another picture may be chosen.
  uppy.on('file-editor:cancel', (file) => {
    if (!cropped.has(file.id) && uppy.getFile(file.id)) uppy.removeFile(file.id);
  });
  uppy.on('file-removed', ({ id }) => cropped.delete(id));
  uppy.on('upload-start', () => {
    onProblem(null);
    onUploading(true);
  });
  uppy.on('upload-error', (_file, error) => {
    onUploading(false);
    onProblem(uploadErrorWords(error));
  });
  uppy.on('cancel-all', () => {
    onUploading(false);
    onProblem(null);
  });
  uppy.on('upload-success', () => onUploaded(uploadURL));

  return {
    setTheme: (next) => dashboard?.setOptions({ theme: next }),
    destroy: () => uppy.destroy(),
  };
}

async function isPicture(data: unknown): Promise<boolean> {
  if (!(data instanceof Blob)) return false;
  try {
    (await createImageBitmap(data)).close();
    return true;
  } catch {
    return false;
  }
}
