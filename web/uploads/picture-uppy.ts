import '@uppy/core/css/style.min.css';
import '@uppy/dashboard/css/style.min.css';
import '@uppy/image-editor/css/style.min.css';
import './upload.css';
import AwsS3 from '@uppy/aws-s3';
import Uppy, { type Body, type Meta } from '@uppy/core';
import Dashboard from '@uppy/dashboard';
import { ERRORS } from '../../contract/errors.ts';
import { type HandlePictureKind, UPLOAD_MAX_BYTES, UPLOAD_TYPES } from '../../contract/pictures.ts';
import { sameOriginPath } from '../handles/shared/same-origin-path.ts';
import type { Theme } from '../ui/theme/theme.tsx';
import { addMissingRoles } from './accessible-roles.ts';
import { addCropStep } from './crop-step.ts';
import { splitByReadable } from './readable-files.ts';
import { NETWORK_ERROR, uploadErrorText } from './shared/upload-text.ts';

interface PictureUploadOptions {
  kind: HandlePictureKind;
  /** The container of the widget. */
  element: HTMLElement;
  theme: Theme;
  /** The origin of this site, with which upload addresses begin. */
  origin: string;
  /** Requests a signed upload address from the server. */
  requestAddress: (file: {
    contentType?: string | undefined;
    contentLength?: number | null | undefined;
  }) => Promise<string>;
  onUploading: (isUploading: boolean) => void;
  onUploaded: (uploadURL: string) => void;
  /** Called with an error message, or with null when it no longer applies. */
  onProblem: (message: string | null) => void;
}

export interface PictureUpload {
  setTheme: (theme: Theme) => void;
  /** Cancels a running upload and removes the widget. */
  destroy: () => void;
}

const UPLOAD_BUTTON = '.uppy-StatusBar-actionBtn--upload';
const SILENT = { debug() {}, warn() {}, error() {} };

/** Mounts the widget that crops one picture and uploads it to a signed address. */
export function mountPictureUpload(options: PictureUploadOptions): PictureUpload {
  const { kind, element, theme, requestAddress, onUploading, onUploaded, onProblem } = options;
  let uploadURL = '';
  // The pressed button disappears with its step, so the focus moves to the main button of the next step.
  const focusOn = (selector: string) =>
    requestAnimationFrame(() => element.querySelector<HTMLElement>(selector)?.focus());

  const uppy = new Uppy<Meta, Body>({
    autoProceed: false,
    // Errors are reported through onProblem.
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
      uploadURL = await requestAddress({ contentType, contentLength });
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
    // Filters files before they reach Uppy, because its crop step and thumbnails fail on unreadable pictures.
    dashboard.addFiles = async (files) => {
      onProblem(null);
      const { readable, unreadable } = await splitByReadable(files);
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
    isUploading = true;
    reportOffline();
  });
  // Uppy pauses without a message while offline, and then resumes automatically.
  let isUploading = false;
  const reportOffline = () => isUploading && onProblem(navigator.onLine ? null : NETWORK_ERROR);
  uppy.on('is-offline', reportOffline);
  uppy.on('is-online', reportOffline);
  uppy.on('upload-error', (_file, error) => {
    isUploading = false;
    onUploading(false);
    onProblem(uploadErrorText(error));
    focusOn('.uppy-StatusBar-actionBtn--retry');
  });
  uppy.on('cancel-all', () => {
    isUploading = false;
    onUploading(false);
    onProblem(null);
  });
  uppy.on('upload-success', () => onUploaded(uploadURL));

  const rolesObserver = addMissingRoles(element);
  return {
    setTheme: (next) => dashboard?.setOptions({ theme: next }),
    destroy() {
      rolesObserver.disconnect();
      uppy.destroy();
    },
  };
}
