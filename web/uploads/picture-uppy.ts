import '@uppy/core/css/style.min.css';
import '@uppy/dashboard/css/style.min.css';
import '@uppy/image-editor/css/style.min.css';
import './upload.css';
import AwsS3 from '@uppy/aws-s3';
import Uppy, { type Body, type Meta } from '@uppy/core';
import Dashboard from '@uppy/dashboard';
import { ERRORS } from '../../contract/errors.ts';
import { type PictureKind, UPLOAD_MAX_BYTES, UPLOAD_TYPES } from '../../contract/pictures.ts';
import { sameOriginPath } from '../handles/shared/same-origin-path.ts';
import type { Theme } from '../ui/theme/theme.tsx';
import { addCropStep } from './crop-step.ts';
import { mendMarkup } from './mend-markup.ts';
import { partByReadable } from './readable-files.ts';
import { NETWORK, uploadErrorText } from './upload-text.ts';

interface PictureUploadOptions {
  kind: PictureKind;
  /** Where the widget is drawn. */
  element: HTMLElement;
  theme: Theme;
  /** Our own, by which addresses of uploads begin. */
  origin: string;
  /** Asks our server for an address that takes the file. */
  askForAddress: (file: {
    contentType?: string | undefined;
    contentLength?: number | null | undefined;
  }) => Promise<string>;
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

const UPLOAD_BUTTON = '.uppy-StatusBar-actionBtn--upload';
const SILENT = { debug() {}, warn() {}, error() {} };

/** Draws the widget that takes one picture, crops it and sends it to a signed address. */
export function mountPictureUpload(options: PictureUploadOptions): PictureUpload {
  const { kind, element, theme, askForAddress, onUploading, onUploaded, onProblem } = options;
  let uploadURL = '';
  // The button that was pressed goes away with its step: the focus goes to the one that leads on.
  const focusOn = (selector: string) =>
    requestAnimationFrame(() => element.querySelector<HTMLElement>(selector)?.focus());

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
  addCropStep(uppy, kind, (ready) => {
    element.classList.toggle('can-save-crop', ready);
    if (ready) focusOn('.uppy-DashboardContent-save');
  });
  uppy.use(AwsS3, {
    shouldUseMultipart: false,
    limit: 1,
    signRequest: async (request) => {
      const contentType = 'contentType' in request ? request.contentType : undefined;
      const contentLength = uppy.getFiles()[0]?.data?.size;
      uploadURL = await askForAddress({ contentType, contentLength });
      return { url: new URL(sameOriginPath(uploadURL, options.origin), window.location.href).href };
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
  if (dashboard) {
    const addFiles = dashboard.addFiles;
    // Before it is Uppy's: the crop step and the thumbnails stumble over what they cannot read.
    dashboard.addFiles = async (files) => {
      onProblem(null);
      const { readable, unreadable } = await partByReadable(files);
      if (unreadable.length > 0) onProblem(ERRORS.picture_unreadable[1]);
      addFiles(readable);
    };
  }

  uppy.on('restriction-failed', (_file, error) => onProblem(error.message));
  uppy.on('file-added', (file) => {
    if (file.type === 'image/gif') focusOn(UPLOAD_BUTTON);
  });
  uppy.on('file-editor:complete', () => focusOn(UPLOAD_BUTTON));
  uppy.on('upload-start', () => {
    onProblem(null);
    onUploading(true);
    isUnderWay = true;
    lookForNetwork();
  });
  // Without a network Uppy waits in silence, and goes on by itself.
  let isUnderWay = false;
  const lookForNetwork = () => isUnderWay && onProblem(navigator.onLine ? null : NETWORK);
  uppy.on('is-offline', lookForNetwork);
  uppy.on('is-online', lookForNetwork);
  uppy.on('upload-error', (_file, error) => {
    isUnderWay = false;
    onUploading(false);
    onProblem(uploadErrorText(error));
    focusOn('.uppy-StatusBar-actionBtn--retry');
  });
  uppy.on('cancel-all', () => {
    isUnderWay = false;
    onUploading(false);
    onProblem(null);
  });
  uppy.on('upload-success', () => onUploaded(uploadURL));

  const mending = mendMarkup(element);
  return {
    setTheme: (next) => dashboard?.setOptions({ theme: next }),
    destroy() {
      mending.disconnect();
      uppy.destroy();
    },
  };
}
